import type { Schema } from '../plan/kind';
import type { PipelineMonitor } from '../run/pipelineMonitor';
import type { EngineSession } from './engineSession';
import type { Batch, Source } from './source';
import type { Step } from './step';
import { storedSource } from './storedRows';
import type { StoredRows } from './storedRows';

/** A source and the steps that are fused with it. Nothing has run yet. */
export interface Flow {
  readonly source: Source;
  /** The command that the source's rows are counted to; undefined where they have been counted already. */
  readonly command: number | undefined;
  readonly steps: readonly Step[];
  /** The rows themselves, where they are stored and no step follows. */
  readonly stored?: StoredRows | undefined;
}

export function flowSchema({ source, steps }: Flow): Schema {
  return steps.at(-1)?.schema ?? source.schema;
}

/** Rows that have been counted when they were stored. */
export function storedFlow(stored: StoredRows): Flow {
  return { source: storedSource(stored), command: undefined, steps: [], stored };
}

export function withSteps(flow: Flow, steps: readonly Step[]): Flow {
  return steps.length === 0 ? flow : { ...flow, steps: [...flow.steps, ...steps], stored: undefined };
}

function carriedColumns({ source }: Flow): readonly string[] {
  return source.order.map(({ column }) => column);
}

/** The steps around a batch, up to the given one, as one SELECT. */
export function printFlow(
  flow: Flow,
  batch: Batch,
  carriesOrder: boolean,
  stepCount = flow.steps.length,
): string {
  const carried = carriesOrder ? carriedColumns(flow) : [];
  return flow.steps
    .slice(0, stepCount)
    .reduce((from, step) => step.print(from, carried), batch.print(carriesOrder));
}

/** The flow without the rows of a command being counted, because they are counted elsewhere. */
export function uncounted(flow: Flow, uncountedCommand: number): Flow {
  const command = flow.command === uncountedCommand ? undefined : flow.command;
  const steps = flow.steps.map((step) =>
    step.command === uncountedCommand ? { ...step, command: undefined } : step,
  );
  return { ...flow, command, steps };
}

/** The commands of a flow, its source's first. */
export function flowCommands(flow: Flow): readonly number[] {
  const commands = [flow.command, ...flow.steps.map(({ command }) => command)];
  return [...new Set(commands.filter((command) => command !== undefined))];
}

interface CountPoint {
  /** So many steps have been taken when the rows are counted. */
  readonly steps: number;
  readonly commands: readonly number[];
}

/**
 * Counts what each command of a flow handed on of one batch. The rows that came out at the end are known, and
 * mostly those that went in; only the commands between two filters cost a statement that counts.
 */
export async function reportCounts(
  flow: Flow,
  batch: Batch,
  rowsOut: number,
  session: EngineSession,
  monitor: PipelineMonitor,
): Promise<void> {
  const points = countPoints(flow);
  for (const [place, { steps, commands }] of points.entries()) {
    if (commands.length === 0) continue;
    const isLast = place === points.length - 1;
    const known = isLast ? rowsOut : steps === 0 ? batch.rows : undefined;
    const rows = known ?? (await session.count(printFlow(flow, batch, false, steps)));
    for (const command of commands) monitor.push(command, rows);
  }
}

function countPoints(flow: Flow): readonly CountPoint[] {
  const own = new Set(flow.command === undefined ? [] : [flow.command]);
  const points = [{ steps: 0, commands: own }];
  for (const [place, { command, keepsCount }] of flow.steps.entries()) {
    if (!keepsCount) points.push({ steps: place + 1, commands: new Set() });
    if (command === undefined) continue;
    // The output of a command is the output of its last step.
    for (const point of points) point.commands.delete(command);
    points.at(-1)?.commands.add(command);
  }
  return points.map(({ steps, commands }) => ({ steps, commands: [...commands] }));
}
