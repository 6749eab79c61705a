import * as z from 'zod/mini';
import { PermissionError } from '../../api/errors';
import type { Role } from '../../interface/roles';
import type { AssistantPlatform, ReadingClient } from '../assistantHost';
import { failureText } from '../toolFailureText';
import { defineTool } from '../tool';
import type { ToolResult, ToolCall } from '../tool';
import { listScheduledQueries } from '../../api/operations/scheduledQueries';

export const platformsTool = defineTool({
  name: 'logbench_platforms',
  title: 'List Platforms',
  description:
    'Lists the log-analytics platforms that the user is connected to: name, environment, what assistants may do there (off, metadata, read) and the role of the user. Call it first. It also returns the guidance of the team: conventions, names, what tables mean.',
  input: z.strictObject({}),
  subject: () => 'platforms',
  async run(_input, call) {
    const platforms = await Promise.all(
      call.host.platforms().map(async (platform) => factsOf(platform, call)),
    );
    const guidance = await call.host.guidance();
    return {
      platforms,
      ...(guidance !== undefined && { guidance_of_the_team: guidance }),
    };
  },
});

async function factsOf(platform: AssistantPlatform, call: ToolCall): Promise<ToolResult> {
  const { name, environment, access, baseUrl } = platform;
  const facts = { name, environment, assistant: access, ...(baseUrl !== undefined && { address: baseUrl }) };
  if (access === 'off') return { ...facts, allow: call.host.howToAllow(platform, 'metadata') };
  try {
    return { ...facts, role: await roleAt(platform, call) };
  } catch (error) {
    call.signal.throwIfAborted();
    return { ...facts, role: null, unreachable: failureText(error) };
  }
}

/** Clients whose account is a MEMBER, because each check adds a rejection to the audit log. */
const members = new WeakSet<ReadingClient>();

/**
 * The platform has no operation that returns the role. Scheduled queries require ADMIN; MASTER shows only
 * when the audit log is read.
 */
async function roleAt(platform: AssistantPlatform, call: ToolCall): Promise<Role | 'ADMIN or MASTER'> {
  const client = await call.host.clientFor(platform);
  if (members.has(client)) return 'MEMBER';
  try {
    await client.send(listScheduledQueries({ limit: 1 }), call.signal);
    return 'ADMIN or MASTER';
  } catch (error) {
    if (!(error instanceof PermissionError)) throw error;
    members.add(client);
    return 'MEMBER';
  }
}
