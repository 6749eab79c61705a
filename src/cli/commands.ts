import { applyCommand } from './code/applyCommand';
import { planCommand } from './code/planCommand';
import { pullCommand } from './code/pullCommand';
import { type Command } from './command';
import { sigmaConvert } from './sigma/convertCommand';
import { sigmaTest } from './sigma/testCommand';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [pullCommand, planCommand, applyCommand, sigmaConvert, sigmaTest];
