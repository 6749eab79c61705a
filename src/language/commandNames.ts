/** Commands that the editor knows and the local platform does not run. */
export const editorOnlyCommandNames: ReadonlySet<string> = new Set(
  (
    'pivot rollup cube boxplot parse parsexml tojson signature parallel serial mpsearch streamjoin memlookup ' +
    'nslookup iplookup matchnet matchport matchblackip matchfeed dbquery wget csvfile jsonfile textfile ' +
    'zipfile logger stream result load remote proc dataset event lookuptable outputcsv outputjson outputtxt ' +
    'sendmail sendsyslog purge copytable insert evalc bypass anomalies forecast kmeans'
  ).split(' '),
);

/** Whether a command changes data or sends it away. By prefix too, since apps add more of the kind. */
export function writesOrSends(name: string): boolean {
  return /^(import|insert|purge|copytable)$|^(output|send|db)/.test(name);
}
