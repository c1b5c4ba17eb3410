"""A class for each code of a refusal. Made by `bun run sdk` from the OpenAPI document: change that."""

from __future__ import annotations

from typing import Dict, Type

from .._errors import ApiError


class ValidationError(ApiError):
    pass


class InvalidCursorError(ApiError):
    pass


class UnauthorizedError(ApiError):
    pass


class ForbiddenError(ApiError):
    pass


class ReachExceededError(ApiError):
    pass


class CapabilityMissingError(ApiError):
    pass


class SendPolicyViolationError(ApiError):
    pass


class IdentitySuspendedError(ApiError):
    pass


class DomainUnverifiedError(ApiError):
    pass


class NotFoundError(ApiError):
    pass


class MethodNotAllowedError(ApiError):
    pass


class RequestTimeoutError(ApiError):
    pass


class PayloadTooLargeError(ApiError):
    pass


class UnsupportedMediaTypeError(ApiError):
    pass


class ConflictError(ApiError):
    pass


class LegalHoldError(ApiError):
    pass


class AddressTakenError(ApiError):
    pass


class AddressExistsError(ApiError):
    pass


class ClientIdTakenError(ApiError):
    pass


class LabelExistsError(ApiError):
    pass


class DraftStateError(ApiError):
    pass


class IdempotencyInFlightError(ApiError):
    pass


class SignupSpentError(ApiError):
    pass


class CodeExpiredError(ApiError):
    pass


class PreconditionFailedError(ApiError):
    pass


class RangeNotSatisfiableError(ApiError):
    pass


class IdempotencyKeyReuseError(ApiError):
    pass


class ScheduleOutOfRangeError(ApiError):
    pass


class CodeInvalidError(ApiError):
    pass


class RecipientRefusedError(ApiError):
    pass


class RateLimitedError(ApiError):
    pass


class DailyLimitError(ApiError):
    pass


class InternalError(ApiError):
    pass


class UnavailableError(ApiError):
    pass


class StorageFullError(ApiError):
    pass


ERROR_CLASSES: Dict[str, Type[ApiError]] = {
    "validation_error": ValidationError,
    "invalid_cursor": InvalidCursorError,
    "unauthorized": UnauthorizedError,
    "forbidden": ForbiddenError,
    "reach_exceeded": ReachExceededError,
    "capability_missing": CapabilityMissingError,
    "send_policy_violation": SendPolicyViolationError,
    "identity_suspended": IdentitySuspendedError,
    "domain_unverified": DomainUnverifiedError,
    "not_found": NotFoundError,
    "method_not_allowed": MethodNotAllowedError,
    "request_timeout": RequestTimeoutError,
    "payload_too_large": PayloadTooLargeError,
    "unsupported_media_type": UnsupportedMediaTypeError,
    "conflict": ConflictError,
    "legal_hold": LegalHoldError,
    "address_taken": AddressTakenError,
    "address_exists": AddressExistsError,
    "client_id_taken": ClientIdTakenError,
    "label_exists": LabelExistsError,
    "draft_state": DraftStateError,
    "idempotency_in_flight": IdempotencyInFlightError,
    "signup_spent": SignupSpentError,
    "code_expired": CodeExpiredError,
    "precondition_failed": PreconditionFailedError,
    "range_not_satisfiable": RangeNotSatisfiableError,
    "idempotency_key_reuse": IdempotencyKeyReuseError,
    "schedule_out_of_range": ScheduleOutOfRangeError,
    "code_invalid": CodeInvalidError,
    "recipient_refused": RecipientRefusedError,
    "rate_limited": RateLimitedError,
    "daily_limit": DailyLimitError,
    "internal_error": InternalError,
    "unavailable": UnavailableError,
    "storage_full": StorageFullError,
}
