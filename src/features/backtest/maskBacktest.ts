import { maskConnection, maskFailure } from '../../shared/privacy/masker';
import type { Masker } from '../../shared/privacy/masker';
import type { BacktestState } from '../../shared/protocol/backtest';

/** Masks a message to the page. Its samples are built from masked rows. */
export function maskBacktest(state: BacktestState, masker: Masker): BacktestState {
  const { connection, subject, problem } = state;
  const { name, text, published } = subject;
  return {
    ...state,
    connection: maskConnection(connection, masker),
    subject: {
      ...subject,
      name: masker.text(name),
      text: masker.text(text),
      published: published === null ? null : masker.text(published),
    },
    problem: problem === null ? null : masker.text(problem),
    failure: maskFailure(state.failure, masker),
  };
}
