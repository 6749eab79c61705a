import type { Schema } from '../plan/kind';
import type { PipelineMonitor } from '../run/pipelineMonitor';
import type { EngineSession } from './engineSession';
import type { Batch, Source } from './source';
import type { Step } from './step';
import { storedSource } from './storedRows';
import type { StoredRows } from './storedRows';

/** A source and the steps that are fused with it, not yet run. */
export interface Flow {
  readonly source: Source;
  /** The command whose output the source's rows are; undefined if they are already counted. */
  readonly command: number | undefined;
  readonly steps: readonly Step[];
  /** The stored rows, if no step follows. */
  readonly stored?: StoredRows | undefined;
}

export function flowSchema({ source, steps }: Flow): Schema {
  return steps.at(-1)?.schema ?? source.schema;
}

/** Rows that were counted when they were stored. */
export function storedFlow(stored: StoredRows): Flow {
  return { source: storedSource(stored), command: undefined, steps: [], stored };
}

export function withSteps(flow: Flow, steps: readonly Step[]): Flow {
  return steps.length === 0 ? flow : { ...flow, steps: [...flow.steps, ...steps], stored: undefined };
}

/** The steps around a batch, up to the given one, as one SELECT. */
export function printFlow(
  flow: Flow,
  batch: Batch,
  carriesOrder: boolean,
  stepCount = flow.steps.length,
): string {
  const carried = carriesOrder ? flow.source.order.map(({ column }) => column) : [];
  return flow.steps
    .slice(0, stepCount)
    .reduce((from, step) => step.print(from, carried), batch.print(carriesOrder));
}

/** The flow without counting the rows of a command, because they are counted elsewhere. */
export function uncounted(flow: Flow, uncountedCommand: number): Flow {
  const command = flow.command === uncountedCommand ? undefined : flow.command;
  const steps = flow.steps.map((step) =>
    step.command === uncountedCommand ? { ...step, command: undefined } : step,
  );
  return { ...flow, command, steps };
}

/** The commands of a flow, that of the source first. */
export function flowCommands(flow: Flow): readonly number[] {
  const commands = [flow.command, ...flow.steps.map(({ command }) => command)];
  return [...new Set(commands.filter((command) => command !== undefined))];
}

interface CountPoint {
  /** The number of steps before the count. */
  readonly steps: number;
  readonly commands: readonly number[];
}

/**
 * Counts the output rows of each command for one batch. The final number is known and mostly equals the
 * input; only commands between two filters require a counting statement.
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
