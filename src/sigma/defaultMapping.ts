import { readMapping, type SigmaMapping } from './mapping';

export const defaultMappingText = 'version: 1\n';

let mapping: SigmaMapping | undefined;

/** For who has no mapping of their own. */
export function defaultMapping(): SigmaMapping {
  mapping ??= readMapping(defaultMappingText);
  return mapping;
}
