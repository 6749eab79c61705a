import type { FastifyRequest } from 'fastify';
import { assistantProduct } from '../../shared/userAgent';

/** Whether a language model's tool sent the request, as it says of itself: what it did can then be told apart. */
export function isAssistant({ headers }: FastifyRequest): boolean {
  return headers['user-agent']?.startsWith(`${assistantProduct}/`) ?? false;
}
