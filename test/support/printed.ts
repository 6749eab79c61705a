import { openTerminal } from '../../src/cli/terminal';
import type { Terminal } from '../../src/cli/terminal';

export interface Printed {
  output: string;
  notes: string;
}

/** What is written to standard output and standard error, without colors. */
export function printed(print: (terminal: Terminal) => void, isTTY = false): Printed {
  const written: Printed = { output: '', notes: '' };
  const stream = (name: keyof Printed) => ({ isTTY, write: (text: string) => (written[name] += text) });
  print(openTerminal(stream('output'), stream('notes'), { NO_COLOR: '1' }));
  return written;
}
