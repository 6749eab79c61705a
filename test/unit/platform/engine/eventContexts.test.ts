import assert from 'node:assert/strict';
import { EventContexts } from '../../../../src/platform/engine/run/eventContexts';

describe('The event contexts of an account', () => {
  const text = 'x'.repeat(1_000_000);

  it('make room for newer ones when their texts are large, but not those of others', () => {
    const contexts = new EventContexts();
    contexts.add('other', 't', 'k', '{}', text);
    for (let key = 0; key < 100; key++) contexts.add('own', 't', String(key), '{}', text);
    const kept = contexts.list('own', 't').map(({ key }) => Number(key));
    assert.ok(kept.length > 20 && kept.length < 50, `${kept.length}`);
    assert.equal(kept.at(-1), 99);
    assert.deepEqual(
      contexts.list('other', 't').map(({ rows }) => rows),
      [1],
    );
    contexts.drop('own', undefined);
    contexts.add('own', 't', 'again', '{}', text);
    assert.equal(contexts.list('own', 't').length, 1);
  });

  it('keep only the rows and variables of one context that have room', () => {
    const contexts = new EventContexts();
    for (let row = 0; row < 100; row++) contexts.add('own', 't', 'k', '{"maxrows":"1000"}', text);
    const [context] = contexts.list('own', 't');
    assert.equal(context?.counter, 100);
    assert.ok(context.rows > 20 && context.rows < 50, `${context.rows}`);
    assert.equal(contexts.setVariable('own', 't', 'k', 'v', text), false);
    assert.equal(contexts.setVariable('own', 't', 'k', 'v', 'short'), true);
    assert.equal(contexts.setVariable('own', 't', 'k', 'v', 'other'), true);
    assert.equal(contexts.variable('own', 't', 'k', 'v'), 'other');
    assert.equal(contexts.variable('own', 't', 'none', 'v'), undefined);
  });
});
