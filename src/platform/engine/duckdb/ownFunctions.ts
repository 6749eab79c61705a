import { DuckDBScalarFunction, VARCHAR } from '@duckdb/node-api';
import type { DuckDBConnection } from '@duckdb/node-api';
import { plainJson } from './plainJson';
import { xmlToJson } from './readXml';

/** A function in JavaScript for what SQL cannot do: of texts, none of them null. */
export interface OwnFunction {
  readonly parameters: number;
  readonly run: (...texts: string[]) => string | null | undefined;
  /** Whether the value differs from call to call. */
  readonly varies?: true;
}

const functions = {
  json: { parameters: 2, run: (text = '', options = '') => plainJson(text, options) },
  xml: { parameters: 1, run: (text = '') => xmlToJson(text) },
} as const satisfies Readonly<Record<string, OwnFunction>>;

/** On the state of a platform, which has them. */
export type StateFunction = 'remember' | 'remembered' | 'feed' | 'context' | 'variable' | 'setvariable';
type Name = keyof typeof functions | StateFunction | 'geoip';

/** Prints a call. Null if an argument is. */
export function ownFunction(name: Name, ...args: readonly string[]): string {
  return `logbench_${name}(${args.join(', ')})`;
}

/** All connections of the database have them. */
export function registerOwnFunctions(
  connection: DuckDBConnection,
  more: Readonly<Record<string, OwnFunction>>,
): void {
  for (const [name, { parameters, run, varies }] of Object.entries<OwnFunction>({ ...functions, ...more })) {
    connection.registerScalarFunction(
      DuckDBScalarFunction.create({
        name: `logbench_${name}`,
        returnType: VARCHAR,
        parameterTypes: Array.from({ length: parameters }, () => VARCHAR),
        volatile: varies === true,
        mainFunction: (_info, input, output) => {
          const columns = Array.from({ length: parameters }, (_, index) => input.getColumnVector(index));
          for (let row = 0; row < input.rowCount; row++) {
            const texts = columns.map((column) => column.getItem(row) as string | null);
            const present = texts.filter((text) => text !== null);
            output.setItem(row, present.length === texts.length ? (run(...present) ?? null) : null);
          }
          output.flush();
        },
      }),
    );
  }
}
