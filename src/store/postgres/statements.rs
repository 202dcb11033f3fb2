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

/// The same apart from any batch, while this process holds the lease.
pub(super) const TOLD_SOON: &str = "
    DELETE FROM outbox o USING unnest($1::text[], $2::bigint[]) r(realm, number)
    WHERE o.realm = r.realm AND o.number = r.number
    AND EXISTS (SELECT FROM lease WHERE name = 'writer' AND holder = $3)";

pub(super) const OUTBOX: &str = "
    INSERT INTO outbox
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[])";

/// Changes rows of preferences. Fails, and all that belongs to the batch with it, if one of them is not what it was
/// seen as.
pub(super) const PREFERENCES: &str = "
    WITH r AS (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) r(subject, seen, value)),
        added AS (
            INSERT INTO preference SELECT subject, value FROM r WHERE seen IS NULL
            ON CONFLICT DO NOTHING RETURNING subject
        ), changed AS (
            UPDATE preference p SET value = r.value FROM r
            WHERE p.subject = r.subject AND p.value = r.seen RETURNING p.subject
        )
    SELECT 1 / ((SELECT count(*) FROM added) + (SELECT count(*) FROM changed) = $4)::int";

/// Adds notes after the last one of each server.
pub(super) const NOTES: &str = "
    INSERT INTO note
    SELECT server, coalesce((SELECT max(number) FROM note n WHERE n.server = r.server), 0)
        + row_number() OVER (PARTITION BY server ORDER BY nth), entry
    FROM unnest($1::text[], $2::text[]) WITH ORDINALITY r(server, entry, nth)";

/// Drops all but the last notes of these servers.
pub(super) const OLD_NOTES: &str = "
    DELETE FROM note n
    USING (SELECT server, max(number) AS last FROM note WHERE server = ANY($1) GROUP BY server) r
    WHERE n.server = r.server AND n.number <= r.last - $2";

/// Numbers ends without gaps, in the order in which they are committed: others wait here until then.
pub(super) const ENDED: &str = "
    WITH counted AS (UPDATE endings SET number = number + cardinality($1::text[]) RETURNING number)
    INSERT INTO ending
    SELECT number - cardinality($1::text[]) + nth, id
    FROM counted, unnest($1::text[]) WITH ORDINALITY r(id, nth)";

/// Adds people, who are not there yet.
pub(super) const PEOPLE: &str = "
    INSERT INTO people SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])";

/// Raises the format that a program must know.
pub(super) const FORMAT: &str = "UPDATE meta SET value = $1 WHERE name = 'least' AND value < $1";

/// What matches are at.
pub(super) const HEADS: &str = "SELECT id, version, tip, listing FROM match WHERE id = ANY($1)";

/// Which of these requests were answered, and how.
pub(super) const ANSWERED: &str =
    "SELECT name, match, before, after FROM delivery WHERE name = ANY($1)";

/// The rows of these subjects.
pub(super) const PREFERRED: &str = "SELECT subject, value FROM preference WHERE subject = ANY($1)";

/// The statements that a lane prepares.
pub(super) const OF_LANES: [&str; 22] = [
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
    PEOPLE,
    FORMAT,
    HEADS,
    ANSWERED,
    PREFERRED,
];

/// A match with its records, and what it is at.
pub(super) const LOAD: &str = "
    SELECT id, version, tip, listing, ARRAY(
        SELECT record FROM event WHERE event.match = match.id ORDER BY event.version
    )
    FROM match WHERE id = ANY($1)";

/// What a request was answered.
pub(super) const ANSWER: &str = "SELECT match, before, after FROM delivery WHERE name = $1";

pub(super) const LISTED: &str =
    "SELECT match FROM listed WHERE list = $1 AND match > $2 ORDER BY match LIMIT $3";

/// The matches of some lists, of each as many as are asked for, each with the number of its list.
pub(super) const LISTED_TOGETHER: &str = "
    SELECT match, nth FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY asked(of, most, nth),
        LATERAL (SELECT match FROM listed WHERE list = of ORDER BY match LIMIT most) there
    ORDER BY nth, match";

/// What a command may mean, all at once: the list of the place's own match, of matches there, of the
/// person's there and anywhere, the place, the person, and the most of a list.
pub(super) const NEARBY: &str = "
    SELECT (SELECT match FROM listed WHERE list = $1 ORDER BY match LIMIT 1),
        EXISTS (SELECT FROM listed WHERE list = $2),
        ARRAY(SELECT match FROM listed WHERE list = $3 ORDER BY match LIMIT $7),
        ARRAY(SELECT match FROM listed WHERE list = $4 ORDER BY match LIMIT $7),
        (SELECT match FROM latest WHERE place = $5 ORDER BY person LIMIT 1),
        (SELECT match FROM latest WHERE place = $5 AND person = $6)";

/// The row of preferences of a subject.
pub(super) const PREFERENCE: &str = "SELECT value FROM preference WHERE subject = $1";

/// Somebody by their identity.
pub(super) const FIND: &str = "SELECT person FROM people WHERE realm = $1 AND id = $2";

pub(super) const CARDS: &str = "SELECT person, realm, id, name FROM people WHERE person = ANY($1)";

/// Adds a person, unless the reference or the identity is somebody's. Finds them, too, if they are there
/// already exactly so.
pub(super) const ADD: &str = "
    WITH fresh AS (
        INSERT INTO people VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING person
    )
    SELECT person FROM fresh
    UNION ALL
    SELECT person FROM people WHERE person = $1 AND realm = $2 AND id = $3 AND name = $4";

/// A match that ended last for one of its people at a place.
pub(super) const ENDED_AT: &str =
    "SELECT match FROM latest WHERE place = $1 ORDER BY person LIMIT 1";

/// Matches in the order in which they ended, after a number.
pub(super) const ENDED_SINCE: &str =
    "SELECT match, number FROM ending WHERE number > $1 ORDER BY number LIMIT $2";

/// The statements that a connection prepares that reads, since somebody waits for their answers.
pub(super) const OF_READERS: [&str; 10] = [
    LOAD,
    ANSWER,
    LISTED,
    LISTED_TOGETHER,
    NEARBY,
    ENDED_AT,
    ENDED_SINCE,
    PREFERENCE,
    FIND,
    CARDS,
];
