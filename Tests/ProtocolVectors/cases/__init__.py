"""The frames that must be accepted and those that must be refused. Add a case to the table of its subject."""

from __future__ import annotations

from typing import Sequence

from cases import (
    accept,
    accept_background,
    refuse_access,
    refuse_background,
    refuse_deliveries,
    refuse_frames,
    refuse_metadata,
    refuse_predicates,
    refuse_records,
    refuse_replies,
    refuse_requests,
    refuse_samples,
    refuse_statistics,
)
from cases.case import Case

CASES: Sequence[Case] = (
    *accept.CASES,
    *accept_background.CASES,
    *refuse_frames.CASES,
    *refuse_requests.CASES,
    *refuse_access.CASES,
    *refuse_background.CASES,
    *refuse_deliveries.CASES,
    *refuse_samples.CASES,
    *refuse_metadata.CASES,
    *refuse_predicates.CASES,
    *refuse_records.CASES,
    *refuse_replies.CASES,
    *refuse_statistics.CASES,
)
