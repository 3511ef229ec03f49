import { readFileSync } from 'node:fs';

const parentOf = (pid: number): { readonly name: string; readonly parent: string } | undefined => {
  try {
    const [, name = '', parent = ''] = /^\d+ \((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { name, parent };
  } catch {
    return undefined;
  }
};

/**
 * The ids of the processes through which npm started this one: npm itself, or npm and a shell. The value changes when one
 * of them ends, also by SIGKILL, which a process can't pass on.
 */
export const npmAncestors = (): string => {
  const { ppid } = process;
  const parent = parentOf(ppid);
  const isShell = parent !== undefined && /^(sh|dash|bash|ash|zsh)$/.test(parent.name);
  return isShell ? `${ppid} ${parent.parent}` : String(ppid);
};
