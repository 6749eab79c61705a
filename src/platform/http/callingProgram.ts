import type { FastifyRequest } from 'fastify';
import { assistantProduct } from '../../shared/userAgent';

/** Whether the request identifies itself as from a tool of a language model. */
export function isAssistant({ headers }: FastifyRequest): boolean {
  return headers['user-agent']?.startsWith(`${assistantProduct}/`) ?? false;
}
