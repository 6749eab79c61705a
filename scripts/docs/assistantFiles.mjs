/** The icons of the tools in VS Code. */
const icons = {
  logbench_platforms: '$(plug)',
  logbench_tables: '$(table)',
  logbench_table: '$(list-tree)',
  logbench_language: '$(book)',
  logbench_check_query: '$(check)',
  logbench_run_query: '$(play)',
  logbench_scheduled_queries: '$(calendar)',
  logbench_scheduled_query: '$(calendar)',
  logbench_rules: '$(shield)',
  logbench_audit_logs: '$(history)',
  logbench_query_status: '$(pulse)',
  logbench_propose_change: '$(edit)',
  logbench_convert_sigma: '$(arrow-swap)',
};

/**
 * The manifest entries of the tools for assistants, generated from the tools. Users read `package.nls.json`;
 * the descriptions are for models, in English.
 * @param {readonly import('../../src/assistant/describedTools').DescribedTool[]} tools
 */
export function languageModelTools(tools) {
  return tools.map((tool) => {
    const short = tool.name.replace('logbench_', '');
    return {
      name: tool.name,
      displayName: `%tool.${short}%`,
      userDescription: `%tool.${short}.description%`,
      modelDescription: tool.description,
      toolReferenceName: tool.name.replaceAll('_', '-'),
      canBeReferencedInPrompt: true,
      icon: /** @type {Record<string, string>} */ (icons)[tool.name],
      tags: ['logbench', 'logs', 'query'],
      inputSchema: tool.inputSchema,
    };
  });
}

/**
 * The skill that VS Code offers to assistants.
 * @param {string} instructions
 * @param {string} rules
 */
export function querySkill(instructions, rules) {
  return `---
name: logbench-query
description: Write, check, run and explain queries in the Logbench pipe query language (.lq files, scheduled queries, detections over logs). Use it whenever the user asks about logs, tables, scheduled queries or detection rules of a Logbench platform.
---

<!-- Made by npm run docs from src/assistant. Change it there. -->

# Logbench

${instructions}

## The query language

${rules}
`;
}

/**
 * The instructions for assistants that work on a query file.
 * @param {string} rules
 */
export function queryInstructions(rules) {
  return `---
name: Logbench queries
description: The pipe query language of .lq files and of notebooks (.lq.md)
applyTo: '**/*.lq,**/*.lq.md'
---

<!-- Made by npm run docs from src/assistant. Change it there. -->

A \`.lq\` file is one query in the Logbench pipe language; what stands between \`---\` lines at its beginning is YAML and no part of the query. It is not SQL, SPL or KQL. Look commands and functions up with the tool logbench_language, and check what you wrote with logbench_check_query.

A \`.lq.md\` file is a notebook: Markdown whose fenced blocks of the language \`lq\` are queries, with parameters (\`from\`, \`to\`, \`parameters\`) in the YAML between the \`---\` lines. A query uses them as $("from"), and the values of an earlier block that begins with \`\`\`lq name=suspects as in(user, $("suspects.user")). The file has no results. Propose new blocks as text, and check their queries with logbench_check_query. Never run a notebook: the user does that.

${rules}
`;
}
