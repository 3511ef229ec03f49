from __future__ import annotations

import unittest
from datetime import datetime, timezone
from email.utils import format_datetime

from swift_worker.retry import RetryPolicy, retry_after_of, wait_after


class RetryAfter(unittest.TestCase):
    def test_is_seconds_or_a_date(self) -> None:
        now = 1_767_225_600.0
        later = format_datetime(datetime.fromtimestamp(now + 90, timezone.utc), usegmt=True)
        cases = [("2", 2), ("0", 0), (" 7 ", 7), (later, 90), ("Thu, 01 Jan 1970 00:00:00 GMT", 0)]
        for header, wait in cases:
            self.assertEqual(retry_after_of(header, now), wait)
        unreadable: list[str | None] = ["soon", "", "-1", "NaN", "infinity", "0x10", None]
        for other in unreadable:
            self.assertIsNone(retry_after_of(other, now))


class TheWait(unittest.TestCase):
    def test_is_never_shorter_than_what_is_asked_for(self) -> None:
        for asked in (0.0, 1.0, 59.0, 60.0):
            for dice in (0.0, 0.5, 0.999):
                wait = wait_after(RetryPolicy(), 1, asked, dice)
                self.assertIsNotNone(wait)
                self.assertTrue(asked <= (wait or 0) <= asked * 1.25 + 0.2)
        self.assertIsNone(wait_after(RetryPolicy(), 1, 60.5, 0))

    def test_grows_is_spread_and_has_an_end(self) -> None:
        self.assertEqual([wait_after(RetryPolicy(), n, None, 0) for n in (1, 2, 3)], [0.1, 0.2, 0.4])
        self.assertEqual(wait_after(RetryPolicy(attempts=99), 50, None, 1), 60)
        self.assertIsNone(wait_after(RetryPolicy(), 6, None, 0))
