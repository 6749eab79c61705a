import { walkTwoMinutes } from './support/twoMinutes';

describe('The two minutes of the README on the oldest VS Code', function () {
  walkTwoMinutes(this, 'oldest', false);
});
