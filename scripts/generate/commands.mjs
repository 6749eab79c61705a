import { readdirSync } from 'node:fs';
import { inProject } from '../project.mjs';

/** @typedef {import('../../src/extension/ui/commandTable').CommandEntry} CommandEntry */
/** @typedef {[command: string, entry: CommandEntry & { palette: string }][]} Commands */

/**
 * The commands of all features, in the order of their folders. The tables are TypeScript, which a script and a test
 * load differently.
 * @param {(file: string) => Promise<any>} load
 * @returns {Promise<Commands>}
 */
export async function readCommands(load) {
  const { connected } = await load(inProject('src', 'extension', 'ui', 'commandTable.ts'));
  const files = readdirSync(inProject('src', 'extension'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /[\\/]commands\.ts$/.test(name))
    .sort();
  const tables = await Promise.all(files.map((name) => load(inProject('src', 'extension', name))));
  return tables.flatMap(({ commands }) =>
    Object.entries(commands).map(([command, entry]) => [command, { palette: connected, ...entry }]),
  );
}

/**
 * What the manifest says of commands: their titles, menus and keys. An entry without a title is a key for a command of
 * VS Code.
 * @param {Commands} commands
 */
export function contributedCommands(commands) {
  const titled = commands.filter(([, { title }]) => title !== undefined);
  const offered = titled.filter(([, { palette }]) => palette !== 'true');
  /** @type {Record<string, object[]>} */
  const menus = { commandPalette: offered.map(([command, { palette }]) => ({ command, when: palette })) };
  for (const [command, { menus: items = [] }] of titled)
    for (const { menu, ...item } of items) (menus[menu] ??= []).push({ command, ...item });
  return {
    commands: titled.map(([command, { icon }]) => ({
      command,
      title: `%${messageOf(command)}%`,
      category: 'Logbench',
      ...(icon !== undefined && { icon: `$(${icon})` }),
    })),
    menus,
    keybindings: commands.flatMap(([command, { keys = [] }]) => keys.map((key) => ({ command, ...key }))),
  };
}

/**
 * The messages of the manifest in one language, with the titles of the commands.
 * @param {Record<string, string>} messages
 * @param {0 | 1} language English or Korean
 * @param {Commands} commands
 */
export function withTitles(messages, language, commands) {
  const isTitle = (/** @type {string} */ key) => key.startsWith('command.');
  const titles = commands.flatMap(([command, { title }]) =>
    title === undefined ? [] : [[messageOf(command), title[language]]],
  );
  const others = Object.entries(messages).filter(([key]) => !isTitle(key));
  const first = Object.keys(messages).findIndex(isTitle);
  return Object.fromEntries([...others.slice(0, first), ...titles, ...others.slice(first)]);
}

/** @param {string} command */
function messageOf(command) {
  return command.replace(/^logbench/, 'command');
}
