/** Whether a text is YAML with Sigma rules: a cheap check, because it runs for every YAML file. */
export function isSigmaText(text: string): boolean {
  if (/^correlation:/m.test(text)) return /^title:/m.test(text);
  return /^logsource:/m.test(text) && /^(detection|filter):/m.test(text);
}

/** Whether a file maps field names of rules to those of a platform. */
export function isMappingPath(path: string): boolean {
  return /\/sigma-map(\..+)?\.ya?ml$/.test(path);
}

/** The first line of the rule that is shown to users. */
export function lineOfTitle(text: string): number {
  const title = /^title:/m.exec(text);
  return title === null ? 0 : text.slice(0, title.index).split('\n').length - 1;
}
