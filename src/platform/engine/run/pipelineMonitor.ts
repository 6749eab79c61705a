/** What a runner tells about the commands of a pipeline while it works. Counts only ever grow. */
export interface PipelineMonitor {
  begin(command: number): void;
  /** More rows were handed on to the next command. */
  push(command: number, rows: number): void;
  /** All input rows have arrived; the command computes its output. */
  finalize(command: number): void;
  end(command: number): void;
}
