import type Mocha from 'mocha';

declare class CountingReporter extends Mocha.reporters.Spec {}
export = CountingReporter;
