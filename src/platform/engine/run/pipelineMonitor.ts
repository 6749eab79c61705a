/** Receives the progress of the commands of a pipeline. Counts only grow. */
export interface PipelineMonitor {
  begin(command: number): void;
  /** More rows were passed to the next command. */
  push(command: number, rows: number): void;
  /** All input rows have arrived; the command computes its output. */
  finalize(command: number): void;
  end(command: number): void;
}
