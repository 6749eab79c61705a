import { table } from './manifestTables.mjs';

/**
 * The reference of the query language, from the catalogue that completes and explains it in the editor.
 * @param {typeof import('../../src/language/catalogue/catalogue')} catalogue
 * @param {typeof import('../../src/language/errorCodes')} codes
 */
export function languageReference({ commands, functions, aggregates, signatureOf }, { errorCodes }) {
  const here = commands.filter(({ runsLocally }) => runsLocally);
  const elsewhere = commands.filter(({ runsLocally }) => !runsLocally);
  return [
    introduction,
    '## Commands\n',
    ...here.map(commandSection),
    '## Commands that the local platform does not run\n',
    'The editor knows them; the service may run them.\n',
    table(
      ['command', 'form', 'what it does'],
      elsewhere.map((entry) => [`\`${entry.name}\``, `\`${entry.syntax}\``, described(entry)]),
    ),
    '## Functions\n',
    functionTable(functions, signatureOf),
    '## Aggregate functions\n',
    'For `stats` and `timechart`. Without `as`, the column is named like the call.\n',
    functionTable(aggregates, signatureOf),
    '## Why a query is refused\n',
    'The service answers `400 invalid-query` with the message `(code) key`.\n',
    table(
      ['code', 'key'],
      Object.entries(errorCodes).map(([key, code]) => [String(code), `\`${key}\``]),
    ),
  ].join('\n');
}

const introduction = `# The query language

<!-- Made by npm run docs from src/language/catalogue. Change it there. -->

A query is commands joined by \`|\`: the rows that one gives out are the input of the next. The first is a source, such as \`table\`. Line breaks are blanks.

- **Strings** stand in double quotes; \`\\\\\`, \`\\"\`, \`\\n\`, \`\\r\` and \`\\t\` are the escapes.
- **Options** are written \`name=value\` without blanks. **Spans** are an integer and one of \`s m h d w mon y\`; **dates** the first 4, 6, 8, 10, 12 or 14 digits of \`yyyyMMddHHmmss\`; \`from\` is included, \`to\` is not.
- **Operators**, the strongest first: \`-\` (sign), \`* /\`, \`+ -\`, \`>= <= > <\`, \`== !=\`, \`and\`, \`or\`. With \`==\` and \`!=\`, a string on the right may hold \`*\`. There is no \`%\` and no \`!\`: use \`mod()\` and \`not()\`. A comparison with \`null\` is false.
- **Subqueries** stand in \`[ … ]\`, as the last argument of \`join\`, \`union\` and \`setq\`.
- **Comments** are the command \`#\` followed by a blank, up to the next \`|\`.
- **Parameters** are made by \`set\`, \`setq\` or a preceding scheduled query and read by \`$("name")\` or \`$("name", default)\`.
`;

/** @param {import('../../src/language/catalogue/catalogue').DescribedCommand} entry */
function commandSection(entry) {
  const options = entry.options.map(({ name, type, description }) => [
    `\`${name}\``,
    type.type === 'choice' ? type.values.map((value) => `\`${value}\``).join(', ') : type.type,
    description.en,
  ]);
  return [
    `### ${entry.name}\n`,
    `\`\`\`text\n${entry.syntax}\n\`\`\`\n`,
    `${described(entry)}\n`,
    ...(options.length > 0 ? [table(['option', 'value', 'what it does'], options)] : []),
    `Example: \`${entry.example}\`\n`,
  ].join('\n');
}

/** @param {import('../../src/language/catalogue/catalogue').DescribedCommand} entry */
function described(entry) {
  return entry.writes ? `${entry.description.en} _Writes or sends data._` : entry.description.en;
}

/**
 * @param {readonly import('../../src/language/catalogue/entry').FunctionEntry[]} entries
 * @param {(entry: import('../../src/language/catalogue/entry').FunctionEntry) => string} signatureOf
 */
function functionTable(entries, signatureOf) {
  const rows = entries.map((entry) => [
    `\`${signatureOf(entry)}\``,
    entry.description.en,
    `\`${entry.example}\``,
  ]);
  return table(['function', 'what it gives', 'example'], rows);
}
