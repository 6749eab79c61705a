import { parseArgs } from 'node:util';
import { RejectedError } from '../core/api/errors';
import { meaningOfRejection } from '../core/language/problem';
import { exitCodes, UsageError } from './command';
import type { Command, CommandInput } from './command';
import { columns } from '../core/base/columns';
import { nearest } from '../core/base/nearest';
import type { Terminal } from './terminal';

/** Runs the command of the arguments and resolves to the exit code. */
export async function runCommandLine(
  args: readonly string[],
  commands: readonly Command[],
  terminal: Terminal,
): Promise<number> {
  const argv = helpLast(args);
  let hint = 'Run logbench --help to list the commands.';
  try {
    if (argv.length === 0 || isHelp(argv[0])) {
      terminal.print(overview(commands));
      return argv.length === 0 ? exitCodes.failed : exitCodes.done;
    }
    const command = findCommand(argv, commands);
    if (typeof command === 'string') {
      const family = commands.filter(({ name }) => name.startsWith(`${command} `));
      terminal.print(overview(family));
      return exitCodes.done;
    }
    hint = `Run logbench ${command.name} --help to list its options.`;
    const rest = argv.slice(command.name.split(' ').length);
    if (rest.some((word) => word === '--help' || word === '-h')) {
      terminal.print(help(command));
      return exitCodes.done;
    }
    return await command.run(parseArguments(rest, command), terminal);
  } catch (error) {
    terminal.note(`logbench: ${messageOf(error)}`, 'red');
    if (error instanceof UsageError) terminal.note(hint);
    return exitCodes.failed;
  }
}

/** The rejection of a platform is often only a single word. */
function messageOf(error: unknown): string {
  if (!(error instanceof RejectedError) || error.code === undefined) {
    return error instanceof Error ? error.message : String(error);
  }
  const { text: argv } = meaningOfRejection(error.message) ?? { text: '' };
  return `The platform rejected the request: ${error.message} ${argv}`.trimEnd();
}

/** `help plan` means `plan --help`. */
function helpLast(argv: readonly string[]): readonly string[] {
  return argv.length > 1 && isHelp(argv[0]) ? [...argv.slice(1), '--help'] : argv;
}

function isHelp(word: string | undefined): boolean {
  return word === '--help' || word === '-h' || word === 'help';
}

/** The command at the start of the arguments, or the first word of a group whose help was requested. */
function findCommand(argv: readonly string[], commands: readonly Command[]): Command | string {
  const [first = '', second = ''] = argv;
  const found =
    commands.find(({ name }) => name === `${first} ${second}`) ?? commands.find(({ name }) => name === first);
  if (found) return found;
  const family = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (family.length > 0 && (second === '' || isHelp(second))) return first;
  const typed = family.length > 0 ? `${first} ${second}` : first;
  const names = family.length > 0 ? commands.map(({ name }) => name) : firstLine(commands);
  throw new UsageError(`There is no command "${typed}".${suggestion(typed, names)}`);
}

function firstLine(commands: readonly Command[]): readonly string[] {
  return [...new Set(commands.flatMap(({ name }) => name.split(' ').slice(0, 1)))];
}

function suggestion(typed: string, known: readonly string[]): string {
  const meant = nearest(typed, known);
  return meant === undefined ? '' : ` Did you mean "${meant}"?`;
}

function parseArguments(argv: readonly string[], command: Command): CommandInput {
  checkOptions(argv, command);
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { value, short, multiple = false }]) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        multiple,
        ...(short === undefined ? {} : { short }),
      },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
    const [unknown] = takesArgs(command) ? [] : positionals;
    if (unknown === undefined) return { args: positionals, options: values };
    throw new UsageError(`${command.name}: unexpected argument "${unknown}".`);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function checkOptions(argv: readonly string[], { name: command, options }: Command): void {
  const names = Object.entries(options).flatMap(([name, { short }]) =>
    short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`],
  );
  const end = argv.indexOf('--');
  for (const word of end === -1 ? argv : argv.slice(0, end)) {
    const [typed] = /^--[^=]+|^-\p{L}/u.exec(word) ?? [];
    if (typed === undefined || names.includes(typed)) continue;
    throw new UsageError(`${command} has no option ${typed}.${suggestion(typed, names)}`);
  }
}

function takesArgs({ parameters }: Command): boolean {
  return parameters !== '' && parameters !== '[OPTIONS]';
}

function overview(commands: readonly Command[]): readonly string[] {
  const lines = columns(commands.map(({ name, summary }) => [`  ${name}`, summary]));
  const usage = 'Usage: logbench COMMAND [OPTIONS]';
  return [usage, '', ...lines, '', 'Run logbench COMMAND --help for its options.'];
}

function help({ name, parameters, summary, options }: Command): readonly string[] {
  const rows = Object.entries(options).map(([option, { short, value, summary: text }]) => {
    const names = short === undefined ? `--${option}` : `-${short}, --${option}`;
    return [value === undefined ? `  ${names}` : `  ${names} ${value}`, text];
  });
  const details = rows.length === 0 ? [] : ['', ...columns(rows)];
  return [`Usage: logbench ${name} ${parameters}`.trimEnd(), '', summary, ...details];
}
