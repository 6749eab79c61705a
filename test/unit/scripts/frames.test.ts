import assert from 'node:assert/strict';
import { makeFrames } from '../../../scripts/hosts/frames.mjs';
import { eventually } from '../../support/eventually';

describe('The frames of a window', () => {
  it('are drawn once a picture was taken: else the window stops at the next change of its size', async () => {
    const asked: object[] = [];
    let isOpen = true;
    const frames = makeFrames((_method, params) => {
      asked.push(params);
      return isOpen
        ? Promise.resolve({ screenshotData: 'cGljdHVyZQ==' })
        : Promise.reject(new Error('The window is closed.'));
    });
    frames.need();
    await eventually(() => asked.length > 0);

    assert.equal(await frames.picture(), 'cGljdHVyZQ==');
    frames.need();
    await eventually(() => asked.length > 2);
    isOpen = false;

    const picture = asked.findIndex((each) => 'screenshot' in each);
    assert.deepEqual(asked[picture - 1], { noDisplayUpdates: true });
    assert.deepEqual(asked[picture + 1], { noDisplayUpdates: false });
  });
});
