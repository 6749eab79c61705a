import path from 'node:path';
import { folderOf } from '../folderOf.mjs';
import { projectFolder } from '../project.mjs';
import { notInSample } from './sample.mjs';

/** @typedef {Pick<import('@stryker-mutator/api/core').MutantResult, 'fileName' | 'status' | 'statusReason' | 'location' | 'mutatorName' | 'replacement'>} Mutant */
/** @typedef {{ folder: string, killed: number, survived: number, notCovered: number, notTried: number, score: number }} Count the score is not a number if no mutant was tried */

/** The percentage of a folder's mutants that its tests must detect. */
export const bar = 85;

/**
 * @param {readonly Mutant[]} mutants
 * @returns {Count[]}
 */
export function countByFolder(mutants) {
  const folders = [...new Set(mutants.map((mutant) => folderOf(fileOf(mutant))))].sort();
  return folders.map((folder) => {
    const those = mutants.filter((mutant) => folderOf(fileOf(mutant)) === folder);
    const count = (/** @type {string[]} */ ...statuses) =>
      those.filter(({ status }) => statuses.includes(status)).length;
    // A mutant that never ends is detected as well.
    const killed = count('Killed', 'Timeout');
    const survived = count('Survived');
    const notCovered = count('NoCoverage');
    const tried = killed + survived + notCovered;
    const score = (100 * killed) / tried;
    const outside = those.filter(({ statusReason }) => statusReason === notInSample).length;
    return { folder, killed, survived, notCovered, notTried: those.length - outside - tried, score };
  });
}

/**
 * @param {readonly Count[]} counts
 * @returns {string}
 */
export function resultTable(counts) {
  const rows = counts.map(
    ({ folder, killed, survived, notCovered, notTried, score }) =>
      `| \`${folder}\` | ${killed} | ${survived} | ${notCovered} | ${notTried} | ${Number.isNaN(score) ? '–' : `${score.toFixed(1)} %${score < bar ? ' ✖' : ''}`} |`,
  );
  return [
    '| folder | killed | survived | not covered | not tried | score |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/**
 * The undetected mutants, as links for a terminal and VS Code.
 * @param {readonly Mutant[]} mutants
 * @returns {string}
 */
export function survivorList(mutants) {
  return mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map((mutant) => {
      const { line, column } = mutant.location.start;
      const kind = mutant.status === 'Survived' ? 'survived' : 'not covered';
      const replacement = (mutant.replacement ?? '').replaceAll(/\s+/g, ' ').slice(0, 80);
      return `${fileOf(mutant)}:${line}:${column} ${kind}: ${mutant.mutatorName} → ${replacement}`;
    })
    .join('\n');
}

/** @param {Mutant} mutant */
function fileOf({ fileName }) {
  return path.relative(projectFolder, path.resolve(projectFolder, fileName)).replaceAll(path.sep, '/');
}
