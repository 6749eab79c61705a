/**
 * The commands, functions and errors of the query language, generated from the catalog of the editor.
 * @param {typeof import('../../src/core/language/catalog/catalog')} catalog
 * @param {typeof import('../../src/core/language/errorCodes')} codes
 */
export function languageReference({ commands, functions, aggregates, signatureOf }, { errorCodes }) {
  const here = commands.filter(({ runsLocally }) => runsLocally);
  const elsewhere = commands.filter(({ runsLocally }) => !runsLocally);
  return [
    '## Commands\n',
    'The local platform runs these commands. A default stands behind the `=` of its option.\n',
    ...here.map(commandLine),
    '\n## Commands that the local platform does not run\n',
    'The editor knows these commands; your platform may run them. The local platform answers `(92000) unsupported-command` with the name.\n',
    ...elsewhere.map(commandLine),
    '\n## Functions\n',
    ...functions.map((entry) => functionLine(entry, signatureOf)),
    '\n## Aggregate functions\n',
    'For `stats`, `timechart`, `pivot`, `rollup` and `cube`. Without `as`, the column is named after the call.\n',
    ...aggregates.map((entry) => functionLine(entry, signatureOf)),
    '\n## Why a query is rejected\n',
    'The platform returns `400 invalid-query` with the message `(code) key`.\n',
    `${Object.entries(errorCodes)
      .map(([key, code]) => `${String(code)} \`${key}\``)
      .join(', ')}.\n`,
  ].join('\n');
}

/** @param {import('../../src/core/language/catalog/catalog').DescribedCommand} entry */
function commandLine({ syntax, description, writes, options, runsLocally }) {
  const missing = options.filter(({ type }) => runsLocally && type.notLocal).map(({ name }) => `\`${name}\``);
  return [
    `- \`${syntax}\`: ${description}`,
    ...(writes ? ['_Writes or sends data._'] : []),
    ...(missing.length > 0 ? [`Not on the local platform: ${missing.join(', ')}.`] : []),
  ].join(' ');
}

/**
 * @param {import('../../src/core/language/catalog/entry').FunctionEntry} entry
 * @param {(entry: import('../../src/core/language/catalog/entry').FunctionEntry) => string} signatureOf
 */
function functionLine(entry, signatureOf) {
  return `- \`${signatureOf(entry)}\`: ${entry.description} \`${entry.example}\``;
}
