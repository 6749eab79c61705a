import type { FastifyRequest } from 'fastify';
import { invalidParameterType } from '../errors';
import { largestInt32 } from '../http/paging';
import { pathParameter } from '../http/parameters';

const int32Pattern = /^[+-]?\d{1,10}$/;

/** The query id in the path of a request. */
export function pathQueryId(request: FastifyRequest): number {
  const text = pathParameter(request, 'id');
  const id = Number(text);
  if (!int32Pattern.test(text) || Math.abs(id) > largestInt32) {
    throw invalidParameterType('query id should be integer type');
  }
  return id;
}
