import type { TestService } from '../../support/service.js';
import { operationOf } from './operations.js';
import { makePlace, type Place } from './place.js';
import { type Documented, makeRequest, type Request } from './request.js';

export async function requestTo(
  service: TestService,
  call: Documented,
  given: Place | null = null,
): Promise<Request> {
  const place = given ?? (await makePlace(service, 'subject'));
  return makeRequest(call, operationOf(call), place, ({ resource }) => place.idOf(resource));
}
