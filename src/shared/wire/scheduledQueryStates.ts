/** `other`: an unknown value. */
export type RunState = 'running' | 'stopped' | 'other';

/** Platforms use different names for states; unknown ones are shown unchanged. */
export function runStateOf(word: string | undefined): RunState {
  const plain = plainWord(word);
  if (plain === '' || stopped.has(plain)) return 'stopped';
  return running.has(plain) ? 'running' : 'other';
}

export function isFailure(resultState: string | undefined): boolean {
  return failed.has(plainWord(resultState));
}

const running = new Set(['running', 'run', 'executing', 'inprogress', 'started', 'busy', '실행중']);
const stopped = new Set(['stopped', 'stop', 'idle', 'waiting', 'finished', 'ended', 'end', 'none', '중지']);
const failed = new Set(['failed', 'failure', 'fail', 'error', '실패']);

/** Ignores case, spaces and punctuation: platforms write RUNNING, in-progress and 실행 중. */
function plainWord(word: string | undefined): string {
  return (word ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
