/** Commands that the editor knows and the local platform does not run. */
export const editorOnlyCommandNames: ReadonlySet<string> = new Set(
  (
    'boxplot parse parsexml signature mpsearch streamjoin nslookup iplookup matchport ' +
    'matchblackip matchfeed dbquery wget csvfile jsonfile textfile zipfile logger stream remote proc ' +
    'dataset event outputcsv outputjson outputtxt sendmail sendsyslog purge anomalies forecast kmeans'
  ).split(' '),
);

/** Whether a command changes data or sends it away. By prefix too, since apps add more of the kind. */
export function writesOrSends(name: string): boolean {
  return /^(import|insert|purge|copytable)$|^(output|send|db)/.test(name);
}
