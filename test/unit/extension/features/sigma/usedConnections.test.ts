import assert from 'node:assert/strict';
import { UsedConnections } from '../../../../../src/extension/features/sigma/usedConnections';
import { JsonMemory } from '../../../../support/jsonMemory';
import { lab } from '../../../../support/labConnection';

describe('A connection of a Sigma rule', () => {
  let memory: JsonMemory;
  let isTrusted = true;
  const used = (): UsedConnections => new UsedConnections(memory, () => isTrusted);

  beforeEach(() => {
    memory = new JsonMemory();
    isTrusted = true;
  });

  it('is read for tables and fields only after it was used with Sigma, also in a later window', async () => {
    assert.equal(used().mayBeAsked(lab), false);
    await used().add(lab);
    assert.equal(used().mayBeAsked(lab), true);
    assert.equal(used().mayBeAsked({ ...lab, name: 'Other' }), false);
    assert.equal(used().mayBeAsked({ ...lab, baseUrl: 'https://other.example' }), false);
  });

  it('is never read in a workspace that is not trusted', async () => {
    const connections = used();
    await connections.add(lab);
    isTrusted = false;
    assert.equal(connections.mayBeAsked(lab), false);
  });

  it('is not read when the stored value is damaged', async () => {
    for (const value of ['x', { a: 1 }, [1], null]) {
      await memory.update('logbench.sigma.connections', value);
      assert.equal(used().mayBeAsked(lab), false);
    }
  });
});
