import assert from 'node:assert/strict';
import { Deadline } from '../../../../src/core/api/deadline';
import {
  InvalidRequestError,
  isQueryRejection,
  markUncertain,
  MissingOperationError,
  RejectedError,
  TooLargeResponseError,
  UnreachableError,
  whereOffered,
} from '../../../../src/core/api/errors';
import type { UnreachableReason } from '../../../../src/core/api/errors';
import { explainFailure } from '../../../../src/core/api/unreachable';

const route = { origin: 'https://logs.example:8443', proxy: undefined };

function explained(error: unknown): { readonly reason: string; readonly message: string } {
  using deadline = new Deadline(60_000, undefined);
  const failure = explainFailure(error, route, deadline);
  assert.ok(failure instanceof UnreachableError);
  return { reason: failure.reason, message: failure.message };
}

function coded(code: string, options?: ErrorOptions): Error {
  return Object.assign(new Error('of the system', options), { code });
}

describe('An error of the network', () => {
  it('is explained by its system code, also when nested', () => {
    const reasons: Readonly<Record<string, UnreachableReason>> = {
      ECONNREFUSED: 'connection-refused',
      ENOTFOUND: 'host-not-found',
      EAI_AGAIN: 'host-not-found',
      ECONNRESET: 'reset',
      EPIPE: 'reset',
      ETIMEDOUT: 'network',
      CERT_HAS_EXPIRED: 'certificate',
      DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate',
      UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate',
      UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate',
      ERR_TLS_CERT_ALTNAME_INVALID: 'certificate',
      ERR_TLS_HANDSHAKE_TIMEOUT: 'certificate',
    };
    for (const [code, reason] of Object.entries(reasons)) {
      const inner = coded(code);
      for (const error of [
        inner,
        new AggregateError([inner, coded('EHOSTUNREACH')]),
        coded('UND_ERR_SOCKET', { cause: inner }),
        new Error('around it', { cause: inner }),
      ])
        assert.equal(explained(error).reason, reason, code);
    }
  });

  it('names the deadline in seconds after it passed', () => {
    using deadline = new Deadline(1500, undefined);
    deadline.passed = true;
    const failure = explainFailure(coded('ECONNRESET'), route, deadline) as Error;
    assert.equal(failure.message, 'logs.example:8443 did not respond within 1.5 s.');
  });

  it('is the reason of the caller after an abort', () => {
    const caller = new AbortController();
    using deadline = new Deadline(1500, caller.signal);
    deadline.passed = true;
    const reason = new Error('enough');
    caller.abort(reason);
    for (const error of [coded('ECONNRESET'), new TooLargeResponseError(5)])
      assert.equal(explainFailure(error, route, deadline), reason);
  });

  it('leaves open whether a write took effect, unless it cannot have arrived', () => {
    const uncertain: Readonly<Record<UnreachableReason, boolean>> = {
      'connection-refused': false,
      'host-not-found': false,
      certificate: false,
      redirect: false,
      busy: false,
      proxy: false,
      reset: true,
      deadline: true,
      network: true,
      unavailable: true,
    };
    for (const [reason, expected] of Object.entries(uncertain)) {
      const error = new UnreachableError(reason as UnreachableReason, 'connection lost');
      markUncertain(error);
      assert.equal(error.uncertain, expected, reason);
    }
  });

  it('distinguishes missing operations and invalid queries from other rejections', async () => {
    const missing = [
      new MissingOperationError('uploads'),
      ...[405, 501].map((status) => new RejectedError(status, 'x', 'no')),
      new RejectedError(404, undefined, 'no'),
    ];
    for (const error of missing) assert.equal(await whereOffered(Promise.reject<string>(error)), undefined);
    for (const error of [
      new RejectedError(404, 'x', 'no'),
      new RejectedError(400, undefined, 'no'),
      new Error('x'),
    ])
      await assert.rejects(whereOffered(Promise.reject(error)), error);
    assert.equal(await whereOffered(Promise.resolve(5)), 5);
    assert.deepEqual(
      [
        new RejectedError(400, 'invalid-query', 'no'),
        new RejectedError(400, 'x', 'no'),
        new InvalidRequestError('invalid-query', 'no'),
      ].map(isQueryRejection),
      [true, false, false],
    );
  });
});
