import { walkTwoMinutes } from './support/twoMinutes';

describe('The two minutes of the README', function () {
  walkTwoMinutes(this, 'newest', true);
});
