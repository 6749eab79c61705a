import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { folderOf } from '../folderOf.mjs';
import { inProject } from '../project.mjs';

/** @typedef {{ fault: import('./faults.mjs').Fault, noticedBy: string | undefined }} Result */

/**
 * Every fault and the test that detected it, one row each.
 * @param {readonly Result[]} results
 * @returns {string}
 */
export function faultTable(results) {
  const lines = results.map(
    ({ fault, noticedBy }) =>
      `| ${fault.name} | ${fault.file} | ${cell(fault.reason)} | ${noticedBy === undefined ? '**not noticed**' : cell(noticedBy)} |`,
  );
  return ['| fault | file | what is wrong | noticed by |', '| --- | --- | --- | --- |', ...lines, ''].join(
    '\n',
  );
}

const start = '<!-- noticed: written by npm run test:noticed -- --write -->';
const end = '<!-- /noticed -->';

/** The commit that the product has now; a run takes an hour, in which others may be made. */
export function currentCommit() {
  return spawnSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: inProject(),
    encoding: 'utf8',
  }).stdout.trim();
}

/**
 * Writes the counts by folder to docs/quality.md, with the date and commit.
 * @param {readonly Result[]} results
 * @param {string} commit
 */
export function writeCounts(results, commit) {
  const document = inProject('docs', 'quality.md');
  const text = readFileSync(document, 'utf8');
  const [before, after] = [text.indexOf(start), text.indexOf(end)];
  if (before < 0 || after < before) throw new Error('docs/quality.md has no place for the table of faults.');
  const table = countsTable(results, commit);
  writeFileSync(document, `${text.slice(0, before)}${start}\n\n${table}\n\n${text.slice(after)}`);
  spawnSync(process.execPath, [inProject('node_modules/oxfmt/bin/oxfmt'), document]);
}

/**
 * @param {readonly Result[]} results
 * @param {string} commit
 */
function countsTable(results, commit) {
  const folders = [...new Set(results.map(({ fault }) => folderOf(fault.file)))].sort();
  const rows = [...folders, undefined].map((folder) => {
    const those = results.filter(({ fault }) => folder === undefined || folderOf(fault.file) === folder);
    const noticed = those.filter(({ noticedBy }) => noticedBy !== undefined).length;
    const label = folder === undefined ? '**all**' : `\`${folder}\``;
    return `| ${label} | ${those.length} | ${noticed} | ${those.length - noticed} |`;
  });
  const day = new Date().toISOString().slice(0, 10);
  return [
    `${day}, commit ${commit}:`,
    '',
    '| folder | faults | noticed | not noticed |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** @param {string} text */
function cell(text) {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
