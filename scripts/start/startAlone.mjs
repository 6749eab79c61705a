import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Rejects a second `npm start`: two would replace each other's package and sample data.
 * @param {string} file has the number of the process that runs
 */
export function startAlone(file) {
  const other = Number(existsSync(file) && readFileSync(file, 'utf8'));
  if (other > 0 && isRunning(other))
    throw new Error(
      `npm start already runs here (process ${other}). Use its window, or end it first. If that is another program, delete ${file}.`,
    );
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, String(process.pid));
  process.once('exit', () => rmSync(file, { force: true }));
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
