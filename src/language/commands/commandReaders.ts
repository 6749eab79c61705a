import { readStats, readTimechart } from './aggregation';
import { type CommandReader } from './commandReader';
import {
  readExplode,
  readFields,
  readImport,
  readLookup,
  readOrder,
  readParse,
  readPrev,
  readRename,
  readRex,
} from './columns';
import { readDrop, readEval, readLimit, readRepeat, readSearch, readSet, readSort } from './rows';
import { readFulltext, readJson, readSystem, readTable } from './sources';
import { readJoin, readSetq, readUnion } from './subqueries';

/** The commands of the common core, each with the reader of its arguments. */
export const commandReaders: ReadonlyMap<string, CommandReader> = new Map([
  ['table', readTable],
  ['fulltext', readFulltext],
  ['json', readJson],
  ['search', readSearch],
  ['eval', readEval],
  ['fields', readFields],
  ['rename', readRename],
  ['stats', readStats],
  ['timechart', readTimechart],
  ['sort', readSort],
  ['limit', readLimit],
  ['join', readJoin],
  ['union', readUnion],
  ['rex', readRex],
  ['parsejson', readParse],
  ['parsekv', readParse],
  ['parsecsv', readParse],
  ['explode', readExplode],
  ['order', readOrder],
  ['prev', readPrev],
  ['repeat', readRepeat],
  ['drop', readDrop],
  ['set', readSet],
  ['setq', readSetq],
  ['lookup', readLookup],
  ['import', readImport],
  ['system', readSystem],
]);
