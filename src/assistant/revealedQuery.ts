import { parseQuery } from '../language/parseQuery';
import { walkCommands } from '../language/services/walk';
import type { Masker } from '../shared/privacy/masker';
import { ToolRefusal } from './tool';

const masks = /masked-[a-z]+-\d+/g;

/** Signs by which a value could end the string that it stands in, or become a command. */
const meaningful = /["\\|[\]\p{Cc}]/u;

/**
 * A query to run, with the values that masks stand for, which the assistant has not seen. In conditions only: anywhere
 * else a query could return the value under another name.
 */
export function revealedConditions(query: string, masker: Masker): string {
  const conditions = [...walkCommands(parseQuery(query).query)].filter(
    ({ kind }) => kind === 'search' || kind === 'fulltext',
  );
  for (const { index, 0: mask } of query.matchAll(masks)) {
    if (conditions.some(({ from, to }) => from <= index && index + mask.length <= to)) continue;
    throw new ToolRefusal(`${mask} can be used only in the conditions of search and fulltext.`);
  }
  return revealed(query, masker);
}

/** A text for a person, with the values that masks stand for. */
export function revealed(query: string, masker: Masker): string {
  const unknown = masker.unknownNames(query);
  if (unknown.length > 0) {
    throw new ToolRefusal(`${unknown.join(', ')} does not represent a value that was shown in this session.`);
  }
  return query.replace(masks, (name) => {
    const value = masker.reveal(name);
    if (!meaningful.test(value)) return value;
    throw new ToolRefusal(`The value of ${name} has characters that cannot be put into a query.`);
  });
}
