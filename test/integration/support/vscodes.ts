type DefineTest = (title: string, run: Mocha.AsyncFunc) => void;

/**
 * Defines a test for the newest VS Code alone, where platforms have the strict interface. Most tests run once: what
 * they prove does not depend on the version of VS Code. A test that is defined by `it` runs in both.
 */
export const inNewest = definedIn('newest');

/**
 * Defines a test for the oldest VS Code alone, where platforms have the whole interface: what needs it, and what is
 * beside the main path, such as failures, interruptions and races, because `npm test` runs the newest alone.
 */
export const inOldest = definedIn('oldest');

/** Without the variable, as in a desktop VS Code, all tests run. */
function definedIn(version: 'oldest' | 'newest'): DefineTest {
  const tested = process.env['LOGBENCH_TESTS_OF'] ?? version;
  return (title, run) => {
    if (tested === version) it(title, run);
  };
}
