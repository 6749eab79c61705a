/** Commands that the editor knows and the local platform does not support. */
export const editorOnlyCommandNames: ReadonlySet<string> = new Set(
  (
    'boxplot parse parsexml signature mpsearch streamjoin nslookup iplookup matchport ' +
    'matchblackip matchfeed dbquery wget csvfile jsonfile textfile zipfile logger stream remote proc ' +
    'dataset event outputcsv outputjson outputtxt sendmail sendsyslog purge anomalies forecast kmeans'
  ).split(' '),
);

/** Whether a command changes or sends data. Also by prefix, because apps add similar commands. */
export function writesOrSends(name: string): boolean {
  return /^(import|insert|purge|copytable)$|^(output|send|db)/.test(name);
}
