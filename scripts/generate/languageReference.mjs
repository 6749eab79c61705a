import { table } from './tables.mjs';

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
    ...here.map(commandSection),
    '## Commands that the local platform does not run\n',
    'The editor supports these commands; your platform may run them.\n',
    table(
      ['Command', 'Syntax', 'Description'],
      elsewhere.map((entry) => [`\`${entry.name}\``, `\`${entry.syntax}\``, described(entry)]),
    ),
    '## Functions\n',
    functionTable(functions, signatureOf),
    '## Aggregate functions\n',
    'For `stats` and `timechart`. Without `as`, the column is named after the call.\n',
    functionTable(aggregates, signatureOf),
    '## Why a query is rejected\n',
    'The platform returns `400 invalid-query` with the message `(code) key`.\n',
    table(
      ['Code', 'Key'],
      Object.entries(errorCodes).map(([key, code]) => [String(code), `\`${key}\``]),
    ),
  ].join('\n');
}

/** @param {import('../../src/core/language/catalog/catalog').DescribedCommand} entry */
function commandSection(entry) {
  const options = entry.options.map(({ name, type, description }) => [
    `\`${name}\``,
    type.type === 'choice' ? type.values.map((value) => `\`${value}\``).join(', ') : type.type,
    description,
  ]);
  return [
    `### ${entry.name}\n`,
    `\`\`\`text\n${entry.syntax}\n\`\`\`\n`,
    `${described(entry)}\n`,
    ...(options.length > 0 ? [table(['Option', 'Value', 'Description'], options)] : []),
    `Example: \`${entry.example}\`\n`,
  ].join('\n');
}

/** @param {import('../../src/core/language/catalog/catalog').DescribedCommand} entry */
function described(entry) {
  return entry.writes ? `${entry.description} _Writes or sends data._` : entry.description;
}

/**
 * @param {readonly import('../../src/core/language/catalog/entry').FunctionEntry[]} entries
 * @param {(entry: import('../../src/core/language/catalog/entry').FunctionEntry) => string} signatureOf
 */
function functionTable(entries, signatureOf) {
  const rows = entries.map((entry) => [
    `\`${signatureOf(entry)}\``,
    entry.description,
    `\`${entry.example}\``,
  ]);
  return table(['Function', 'Returns', 'Example'], rows);
}
