/**
 * The commands with their IDs, in the order of the manifest.
 * @param {any} manifest
 * @param {Record<string, string>} messages
 */
export function commandsTable(manifest, messages) {
  /** @type {any[]} */
  const commands = manifest.contributes.commands;
  // The menu of one object has the same command with another title.
  const listed = commands.filter(({ command }) => !command.endsWith('One'));
  const rows = listed.map((entry) => [
    `${entry.category}: ${localized(entry.title, messages)}`,
    `\`${entry.command}\``,
    keysOf(manifest, entry.command),
  ]);
  return table(['command', 'id', 'key'], rows);
}

/**
 * All keybindings of a command, including those for macOS if they differ.
 * @param {any} manifest
 * @param {string} command
 */
function keysOf(manifest, command) {
  /** @type {{ command: string, key: string, mac?: string }[]} */
  const bindings = manifest.contributes.keybindings;
  return bindings
    .filter((binding) => binding.command === command)
    .map(({ key, mac }) => (mac === undefined ? `\`${key}\`` : `\`${key}\` (Mac: \`${mac}\`)`))
    .join(', ');
}

/**
 * @param {any} manifest
 * @param {Record<string, string>} messages
 */
export function settingsTable(manifest, messages) {
  const rows = Object.entries(manifest.contributes.configuration.properties).map(([name, setting]) => [
    `\`${name}\``,
    localized(setting.markdownDescription ?? setting.description, messages),
    `\`${JSON.stringify(setting.default)}\``,
  ]);
  return table(['setting', 'what it does', 'default'], rows);
}

/**
 * The packages that are neither for development only nor for another system only.
 * @param {Record<string, { version: string, license?: string, dev?: true, devOptional?: true, optional?: true }>} packages
 *   of the lock file
 */
export function licensesTable(packages) {
  const rows = Object.entries(packages)
    .filter(([folder, { dev, devOptional, optional }]) => folder && !dev && !devOptional && !optional)
    .map(([folder, entry]) => ({ name: folder.replace(/.*node_modules\//, ''), ...entry }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, version, license = 'not stated' }) => [name, version, license]);
  return table(['package', 'version', 'license'], rows);
}

/**
 * @param {string} text
 * @param {Record<string, string>} messages
 */
function localized(text, messages) {
  return text.replace(/^%(.+)%$/, (_all, key) => messages[key] ?? text);
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
function table(head, rows) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.map(escaped).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n');
}

/** @param {string} cell */
function escaped(cell) {
  return cell.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
