//! What is said to the server. Rows come as columns, one array each.

/// Notes that a lane writes: the number of new matches, and of the last row of the outbox. Fails, and all that belongs to the batch with
/// it, for a connection that another has taken the place of.
pub(super) const LANE: &str = "
    WITH mine AS (
        UPDATE lane SET matches = matches + $3, notices = greatest(notices, $4)
        WHERE number = $1 AND session = $2 RETURNING number
    )
    SELECT 1 / count(*) FROM mine";

/// Takes all lanes over from the process that had them; waits for what that one is writing.
pub(super) const TAKE_ALL: &str = "UPDATE lane SET session = $1 RETURNING notices";

/// Takes a lane over from one of these connections, if one of them still has it; waits for what that one is
/// writing.
pub(super) const TAKE_LANE: &str = "
    UPDATE lane SET session = $2 WHERE number = $1 AND session = ANY($3) RETURNING number";

pub(super) const DELIVERIES: &str = "
    INSERT INTO delivery
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[])";

/// Forgets the requests up to this number.
pub(super) const OUTDATED: &str = "DELETE FROM delivery WHERE number <= $1";

pub(super) const OPENED: &str = "
    INSERT INTO match SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[], $4::text[])";

/// Moves matches on. Fails, and all that belongs to the batch with it, if one of them is at another version.
pub(super) const MOVED: &str = "
    WITH moved AS (
        UPDATE match m SET version = r.version, tip = r.tip, listing = coalesce(r.listing, m.listing)
        FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bytea[], $5::text[])
            r(id, before, version, tip, listing)
        WHERE m.id = r.id AND m.version = r.before
        RETURNING m.id
    )
    SELECT 1 / (count(*) = $6)::int FROM moved";

pub(super) const RECORDS: &str = "
    INSERT INTO event SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[])";

pub(super) const LEFT: &str = "
    DELETE FROM listed l USING unnest($1::text[], $2::text[]) r(list, match)
    WHERE l.list = r.list AND l.match = r.match";

pub(super) const ENTERED: &str = "
    INSERT INTO listed SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING";

pub(super) const NOT_DUE: &str = "
    DELETE FROM due USING unnest($1::text[]) r(match) WHERE due.match = r.match";

pub(super) const DUE: &str = "
    INSERT INTO due SELECT * FROM unnest($1::text[], $2::bigint[])
    ON CONFLICT (match) DO UPDATE SET at = excluded.at";

pub(super) const LATEST: &str = "
    INSERT INTO latest SELECT * FROM unnest($1::text[], $2::text[], $3::text[])
    ON CONFLICT (place, person) DO UPDATE SET match = excluded.match";

pub(super) const TOLD: &str = "
    DELETE FROM outbox o USING unnest($1::text[], $2::bigint[]) r(realm, number)
    WHERE o.realm = r.realm AND o.number = r.number";

pub(super) const OUTBOX: &str = "
    INSERT INTO outbox
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[])";

pub(super) const PREFERENCES: &str = "
    INSERT INTO preference SELECT * FROM unnest($1::text[], $2::text[])
    ON CONFLICT (subject) DO UPDATE SET value = excluded.value";

pub(super) const NOTES: &str = "
    INSERT INTO note SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[])";

pub(super) const OLD_NOTES: &str = "
    DELETE FROM note n USING unnest($1::text[], $2::bigint[]) r(server, number)
    WHERE n.server = r.server AND n.number <= r.number";

/// Numbers ends without gaps, in the order in which they are committed: others wait here until then.
pub(super) const ENDED: &str = "
    WITH counted AS (UPDATE endings SET number = number + cardinality($1::text[]) RETURNING number)
    INSERT INTO ending
    SELECT number - cardinality($1::text[]) + nth, id
    FROM counted, unnest($1::text[]) WITH ORDINALITY r(id, nth)";

/// What matches are at.
pub(super) const HEADS: &str = "SELECT id, version, tip, listing FROM match WHERE id = ANY($1)";

/// Which of these requests were answered, and how.
pub(super) const ANSWERED: &str =
    "SELECT name, match, before, after FROM delivery WHERE name = ANY($1)";

/// The rows of these subjects.
pub(super) const PREFERRED: &str = "SELECT subject, value FROM preference WHERE subject = ANY($1)";

/// The last notes of servers.
pub(super) const LAST_NOTES: &str =
    "SELECT server, max(number) FROM note WHERE server = ANY($1) GROUP BY server";

/// The statements that a lane prepares.
pub(super) const OF_LANES: [&str; 21] = [
    LANE,
    DELIVERIES,
    OUTDATED,
    OPENED,
    MOVED,
    RECORDS,
    LEFT,
    ENTERED,
    NOT_DUE,
    DUE,
    LATEST,
    TOLD,
    OUTBOX,
    PREFERENCES,
    NOTES,
    OLD_NOTES,
    ENDED,
    HEADS,
    ANSWERED,
    PREFERRED,
    LAST_NOTES,
];
