import { startApp } from '../test/support/startApp';
import type { QueryRunRequest } from '../src/platform/engine/run/queryRun';
import { addRows, addTable } from '../test/support/tables';
import { compare } from './measurement';
import type { Measurement } from './measurement';

const rows = 5000;
const wideRows = 50;
const fields = 1000;

/**
 * The additional cost of the check before a run: a query is parsed and planned once for both. And the cost of
 * parsing wide texts: each is read once for all of its fields.
 */
export async function measure(): Promise<Measurement[]> {
  await using app = await startApp();
  const { queries, accounts } = app.parts;
  const account = accounts.findByKey(app.keys.member);
  if (!account) throw new Error('the account is missing');
  await addTable(app, 'wide');
  await addRows(
    app,
    'wide',
    `SELECT '{' || string_agg(format('"field{}":{}', f, f), ',') || '}' AS object,
      string_agg(format('field{}={}', f, f), ' ') AS pairs
    FROM range(${wideRows}) r(n), range(${fields}) s(f) GROUP BY n`,
  );
  const row = "{'host': 'server-17', 'status': 503, 'path': '/api/orders/1234', 'bytes': 5120}";
  // Slow to parse and fast to run, so that parsing dominates.
  const text = `json "[${Array.from({ length: rows }, () => row).join(', ')}]" | limit 1`;
  const requestOf = (text: string): QueryRunRequest => ({
    text,
    source: 'rest-api',
    account,
    remoteAddress: '',
    constants: {},
    background: true,
  });
  const request = requestOf(text);
  const finish = async (run: ReturnType<typeof queries.start>): Promise<void> => {
    const outcome = await run.done;
    if (outcome.outcome !== 'succeeded') throw new Error(outcome.reason);
    await queries.drop(run);
  };
  return [
    await compare({
      name: `a query of ${Math.round(text.length / 1024)} KB checked, started and run`,
      against: 'the same started without a check',
      ours: async () =>
        finish(queries.start(request, {}, await queries.check(text, account, new AbortController().signal))),
      theirs: () => finish(queries.start(request)),
      bar: { atMost: 1.2 },
      repetitions: 15,
    }),
    await compare({
      name: `parsejson of ${wideRows} texts with ${fields} fields`,
      against: 'parsekv of the same fields',
      ours: () => finish(queries.start(requestOf(`table wide | parsejson field=object | limit ${wideRows}`))),
      theirs: () => finish(queries.start(requestOf(`table wide | parsekv field=pairs | limit ${wideRows}`))),
      bar: { atMost: 4 },
      repetitions: 3,
    }),
  ];
}
