import { walkTwoMinutes } from './support/twoMinutes';

/** The newest VS Code has the pictures taken; each of its steps is part of another end-to-end test there. */
const forPictures = process.env['LOGBENCH_PICTURES'] !== undefined;

describe('The two minutes of the README', function () {
  walkTwoMinutes(this, forPictures ? 'newest' : 'oldest', forPictures);
});
