import { t } from '../../shared/localize';
import { findCommand } from '../catalogue/catalogue';
import { errorCodes } from '../errorCodes';
import type { ParsedQuery } from '../parseQuery';
import type { Problem } from '../problem';
import { nearestName } from './nearestName';
import { commandNames } from './structure';

/**
 * The diagnostics of the editor. An empty document has none.
 *
 * @param isLocal whether the query runs on the local platform, which does not support every command.
 */
export function diagnosticsOf(parsed: ParsedQuery, isLocal = false): readonly Problem[] {
  if (parsed.text.trim() === '') return [];
  const problems = parsed.problems.map((problem) => withMeantName(parsed.text, problem));
  return isLocal ? [...problems, ...notLocal(parsed)] : problems;
}

function withMeantName(text: string, problem: Problem): Problem {
  const meant = nearestName(text, problem);
  if (meant === undefined) return problem;
  return { ...problem, message: `${problem.message} ${t('Did you mean “{0}”?', meant)}` };
}

function notLocal(parsed: ParsedQuery): readonly Problem[] {
  const key = 'unsupported-command';
  return commandNames(parsed, (name) => findCommand(name)?.runsLocally === false).map(
    ({ text, from, to }) => ({
      code: errorCodes[key],
      key,
      from,
      to,
      severity: 'warning',
      message: t('The command “{0}” exists, but the local platform does not run it.', text),
    }),
  );
}
