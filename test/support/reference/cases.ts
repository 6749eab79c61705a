import { readFileSync } from 'node:fs';

/** A query and what the facts about the language say of it. */
export interface StatedCase {
  readonly query: string;
  /** The rows, each as JSON. */
  readonly rows: readonly string[];
  readonly ordered: boolean;
  /** The code with which it is refused. */
  readonly code: string | undefined;
  /** Whether the interpreter does not have it. */
  readonly isPlatformOnly: boolean;
}

const row = `{'n':7,'x':2.5,'s':'Hello World','b':true,'f':false,'z':0,'list':[1,'two',3],'map':{'k':'v','m':2},'nothing':null,'digits':'42','ko':'가나다'}`;
const given = 'set p = 5 | set column = "n" | set day = date("20240102", "yyyyMMdd")';

/** Expressions over one row with their values, a line each: `EXPRESSION => JSON`. One query for those under a heading. */
export function functionCases(): readonly StatedCase[] {
  const groups: [string, string][][] = [];
  for (const line of linesOf('functions')) {
    const at = line.lastIndexOf(' => ');
    if (at < 0) groups.push([]);
    else groups.at(-1)?.push([line.slice(0, at), line.slice(at + 4)]);
  }
  return groups.flatMap((group) => {
    const [own, common] = [group.filter(isOwn), group.filter((one) => !isOwn(one))];
    return [functionCase(own, true), functionCase(common, false)].filter(
      ({ rows: [one = ''] }) => one !== '{}',
    );
  });
}

const isOwn = ([expression]: readonly [string, string]): boolean => expression.startsWith('- ');

function functionCase(group: readonly (readonly [string, string])[], isPlatformOnly: boolean): StatedCase {
  const assignments = group.map(([expression], index) => `v${index} = ${expression.replace(/^- /, '')}`);
  return {
    query: `${given} | json "${row}" | eval ${assignments.join(', ')} | fields ${group.map((_one, index) => `v${index}`).join(', ')}`,
    rows: [`{${group.map(([, value], index) => `"v${index}":${value}`).join(',')}}`],
    ordered: true,
    code: undefined,
    isPlatformOnly,
  };
}

/** Queries, then `= ROW` in this order, `~ ROW` in any, or `! CODE`; an empty line between two. They run in this order. */
export function commandCases(): readonly StatedCase[] {
  const blocks: string[][] = [[]];
  for (const line of linesOf('commands')) {
    if (line === '') blocks.push([]);
    else blocks.at(-1)?.push(line);
  }
  return blocks.filter((block) => block.length > 0).map(readBlock);
}

function readBlock(block: readonly string[]): StatedCase {
  const lines = block.filter((line) => !line.startsWith('## '));
  const isResult = (line: string): boolean => /^([=~] \{|! \d)/.test(line);
  const results = lines.filter(isResult);
  const query = lines.filter((line) => !isResult(line)).join('\n');
  return {
    query: query.replace(/^- /, ''),
    rows: results.filter((line) => !line.startsWith('!')).map((line) => line.slice(2)),
    ordered: !results.some((line) => line.startsWith('~')),
    code: results.find((line) => line.startsWith('!'))?.slice(2),
    isPlatformOnly: query.startsWith('- '),
  };
}

function linesOf(name: string): string[] {
  return readFileSync(`test/fixtures/queries/cases/${name}.txt`, 'utf8').trimEnd().split('\n');
}
