import type { Services } from '../src/platform/services';
import { convertCollection } from '../src/core/sigma/convertCollection';
import type { SigmaFile } from '../src/core/sigma/convertCollection';
import { emptyMapping } from '../src/core/sigma/mappingFile';
import { addRows, addTable } from '../test/support/tables';
import { compare, judge, median, timeOf } from './measurement';
import type { Measurement } from './measurement';
import { runQuery, runStatement, segmentFiles } from './support/queryParts';
import { openMemoryParts } from './support/openMemoryParts';

const ruleCount = 3700;
const rowCount = 5_000_000;

/** Sigma rules: the time of a conversion, and the cost of a converted rule compared with a handwritten condition. */
export async function measure(): Promise<Measurement[]> {
  return [await conversion(), await search()];
}

const secondsAllowed = 5;

async function conversion(): Promise<Measurement> {
  const files = Array.from({ length: ruleCount }, (_, index) => generatedRule(index));
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    times.push(
      await timeOf(() => {
        const rules = convertCollection(files, { mapping: emptyMapping, table: 'events' });
        if (rules.length !== ruleCount || rules.some((rule) => 'rejection' in rule))
          throw new Error('not converted');
      }),
    );
  }
  const seconds = median(times) / 1000;
  return {
    name: `conversion of ${ruleCount} Sigma rules`,
    value: seconds,
    unit: 's',
    ...judge(seconds, { atMost: secondsAllowed }),
  };
}

/** With the length and constructs of public rules. */
function generatedRule(index: number): SigmaFile {
  const items = (count: number, text: string): string =>
    Array.from({ length: count }, (_, item) => `            - '${text}${index}-${item}'`).join('\n');
  const text = `title: Generated rule ${index}
id: 00000000-0000-4000-8000-${String(index).padStart(12, '0')}
status: test
description: |
    Detects something that a generated rule describes at some length, over two lines,
    as rules for real systems do.
references:
    - https://example.com/reference/${index}
author: Nobody
date: 2024-01-02
tags:
    - attack.execution
logsource:
    category: process_creation
    product: windows
detection:
    selection_img:
        - Image|endswith:
${items(6, '\\program')}
        - OriginalFileName: 'Program${index}.exe'
    selection_cli:
        CommandLine|contains|windash:
${items(8, ' -option')}
    filter_main_path:
        Image|startswith: 'C:\\Program Files\\'
    filter_main_address:
        DestinationIp|cidr:
            - '10.0.0.0/8'
            - 'fe80::/10'
    condition: all of selection_* and not 1 of filter_main_*
falsepositives:
    - Unknown
level: medium
`;
  return { name: `rule${index}.yml`, text };
}

const rule = `
title: Measured
logsource: {product: windows}
detection:
  selection_img:
    Image|endswith: ['\\powershell.exe', '\\pwsh.exe', '\\cmd.exe']
  selection_cli:
    CommandLine|contains: ['DownloadString', 'FromBase64', 'iex']
  filter:
    User: ['SYSTEM', 'LOCAL SERVICE']
  condition: all of selection_* and not filter
`;

async function search(): Promise<Measurement> {
  await using parts = await openMemoryParts();
  await fillTable(parts);
  const files = segmentFiles(parts, 'events');
  const [converted] = convertCollection([{ name: 'rule.yml', text: rule }], {
    mapping: emptyMapping,
    table: 'events',
  });
  if (!converted || !('query' in converted)) throw new Error('not converted');
  return await compare({
    name: `converted Sigma rule over ${rowCount / 1_000_000} million rows`,
    against: 'the same condition by hand on the same files',
    ours: () => runQuery(parts, `${converted.query} | stats count`),
    theirs: () =>
      runStatement(
        parts,
        `SELECT count(*) FROM read_parquet([${files}]) WHERE
          (lower("Image") LIKE '%\\powershell.exe' OR lower("Image") LIKE '%\\pwsh.exe' OR lower("Image") LIKE '%\\cmd.exe')
          AND (lower("CommandLine") LIKE '%downloadstring%' OR lower("CommandLine") LIKE '%frombase64%'
            OR lower("CommandLine") LIKE '%iex%')
          AND NOT coalesce(lower("User") IN ('system', 'local service'), false)`,
      ),
    bar: { atMost: 1.5 },
  });
}

async function fillTable(parts: Services): Promise<void> {
  await addTable({ parts }, 'events');
  const select = `SELECT TIMESTAMP '2024-01-01' + to_seconds(n // 2) AS _time,
      'C:\\Windows\\System32\\' || ['PowerShell.exe', 'cmd.exe', 'svchost.exe', 'notepad.exe'][(1 + hash(n) % 4)::INTEGER] AS "Image",
      'program -option ' || hash(n + 1) || [' IEX x', ' DownloadString', '', '', '', ''][(1 + hash(n + 2) % 6)::INTEGER] AS "CommandLine",
      ['SYSTEM', 'ann', 'bob'][(1 + hash(n + 3) % 3)::INTEGER] AS "User"
      FROM range(${rowCount}) AS numbers(n)`;
  await addRows({ parts }, 'events', select);
}
