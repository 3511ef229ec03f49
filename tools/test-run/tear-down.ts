import { stopDynamoDbLocal } from './set-up.ts';

const tearDown = (): Promise<void> => stopDynamoDbLocal();
export default tearDown;
