import { convertCollection } from '../src/core/sigma/convertCollection';
import type { SigmaFile } from '../src/core/sigma/convertCollection';
import { emptyMapping } from '../src/core/sigma/mappingFile';
import { judge, median, timeOf } from './measurement';
import type { Measurement } from './measurement';

const ruleCount = 3700;

/** The time in which a whole collection of Sigma rules is converted. */
export async function measure(): Promise<Measurement[]> {
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
  const name = `conversion of ${ruleCount} Sigma rules`;
  return [{ name, value: seconds, unit: 's', ...judge(seconds, { atMost: 5 }) }];
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
