// A class for each code of a refusal. Made by `bun run sdk` from the OpenAPI document: change that.
// biome-ignore-all lint: made by a program

import { ApiError } from "../errors.ts";

export class ValidationError extends ApiError {}
export class InvalidCursorError extends ApiError {}
export class UnauthorizedError extends ApiError {}
export class ForbiddenError extends ApiError {}
export class ReachExceededError extends ApiError {}
export class CapabilityMissingError extends ApiError {}
export class SendPolicyViolationError extends ApiError {}
export class IdentitySuspendedError extends ApiError {}
export class DomainUnverifiedError extends ApiError {}
export class NotFoundError extends ApiError {}
export class MethodNotAllowedError extends ApiError {}
export class RequestTimeoutError extends ApiError {}
export class PayloadTooLargeError extends ApiError {}
export class UnsupportedMediaTypeError extends ApiError {}
export class ConflictError extends ApiError {}
export class LegalHoldError extends ApiError {}
export class AddressTakenError extends ApiError {}
export class AddressExistsError extends ApiError {}
export class ClientIdTakenError extends ApiError {}
export class LabelExistsError extends ApiError {}
export class DraftStateError extends ApiError {}
export class IdempotencyInFlightError extends ApiError {}
export class SignupSpentError extends ApiError {}
export class CodeExpiredError extends ApiError {}
export class PreconditionFailedError extends ApiError {}
export class RangeNotSatisfiableError extends ApiError {}
export class IdempotencyKeyReuseError extends ApiError {}
export class ScheduleOutOfRangeError extends ApiError {}
export class CodeInvalidError extends ApiError {}
export class RecipientRefusedError extends ApiError {}
export class RateLimitedError extends ApiError {}
export class DailyLimitError extends ApiError {}
export class InternalError extends ApiError {}
export class UnavailableError extends ApiError {}
export class StorageFullError extends ApiError {}

export const errorClasses: Readonly<Record<string, typeof ApiError>> = {
  validation_error: ValidationError,
  invalid_cursor: InvalidCursorError,
  unauthorized: UnauthorizedError,
  forbidden: ForbiddenError,
  reach_exceeded: ReachExceededError,
  capability_missing: CapabilityMissingError,
  send_policy_violation: SendPolicyViolationError,
  identity_suspended: IdentitySuspendedError,
  domain_unverified: DomainUnverifiedError,
  not_found: NotFoundError,
  method_not_allowed: MethodNotAllowedError,
  request_timeout: RequestTimeoutError,
  payload_too_large: PayloadTooLargeError,
  unsupported_media_type: UnsupportedMediaTypeError,
  conflict: ConflictError,
  legal_hold: LegalHoldError,
  address_taken: AddressTakenError,
  address_exists: AddressExistsError,
  client_id_taken: ClientIdTakenError,
  label_exists: LabelExistsError,
  draft_state: DraftStateError,
  idempotency_in_flight: IdempotencyInFlightError,
  signup_spent: SignupSpentError,
  code_expired: CodeExpiredError,
  precondition_failed: PreconditionFailedError,
  range_not_satisfiable: RangeNotSatisfiableError,
  idempotency_key_reuse: IdempotencyKeyReuseError,
  schedule_out_of_range: ScheduleOutOfRangeError,
  code_invalid: CodeInvalidError,
  recipient_refused: RecipientRefusedError,
  rate_limited: RateLimitedError,
  daily_limit: DailyLimitError,
  internal_error: InternalError,
  unavailable: UnavailableError,
  storage_full: StorageFullError,
};
