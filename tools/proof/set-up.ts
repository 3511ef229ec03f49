import { setUp } from '../test-run/set-up.ts';

const setUpProof = (): Promise<void> => setUp({ longRunning: true });
export default setUpProof;
