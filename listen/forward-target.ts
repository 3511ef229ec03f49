import { BlockList } from 'node:net';
import { Failure } from './failure.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether a plain HTTP URL stays on this machine. */
export const isLoopback = ({ protocol, hostname }: URL): boolean => {
  if (protocol !== 'http:') return false;
  if (hostname === 'localhost') return true;
  const address = hostname.replace(/^\[|\]$/g, '');
  return loopback.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
};

/** The URL to forward to. Without a scheme it is http. @throws Failure */
export const forwardTarget = (text: string): URL => {
  const whole = text.includes('://') ? text : `http://${text}`;
  const example = 'for example --forward-to http://localhost:3000/hooks';
  if (!URL.canParse(whole)) throw new Failure('--forward-to must be a URL.', example);
  const url = new URL(whole);
  if (url.username !== '' || url.password !== '') {
    throw new Failure('--forward-to must not contain a user name or a password.', example);
  }
  if (url.protocol !== 'https:' && !isLoopback(url)) {
    throw new Failure(
      '--forward-to must be https, or http on this machine: events hold data of customers.',
      `use localhost, 127.0.0.1 or [::1], ${example}`,
    );
  }
  return url;
};
