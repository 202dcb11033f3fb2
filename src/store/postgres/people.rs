//! People in PostgreSQL.

use tokio_postgres::Row;

use super::store::PostgresStore;
use crate::{
    matchplay::Person,
    store::{Card, Identity, Pending, PeopleStore, Reading, StoreError},
};

/// Writes a card for the person of its identity, or for somebody new. Returns that person; nobody, if the
/// reference is somebody else's, or if the identity was met by another at the same time.
const MEET: &str = "
    WITH known AS (
        UPDATE people SET name = $3 WHERE realm = $1 AND id = $2 RETURNING person
    ), fresh AS (
        INSERT INTO people SELECT $4, $1, $2, $3 WHERE NOT EXISTS (SELECT FROM known)
        ON CONFLICT DO NOTHING RETURNING person
    )
    SELECT person FROM known UNION ALL SELECT person FROM fresh";

/// Forgets people, and those who are known by exactly the same name and nothing else. Notes that the table
/// must be written again.
const FORGET: &str = "
    WITH gone AS (DELETE FROM people WHERE person = ANY($1) RETURNING name),
        namesakes AS (
            DELETE FROM people WHERE realm = 'name-alone' AND person <> ALL($1)
            AND name IN (SELECT name FROM gone)
        ), noted AS (
            INSERT INTO forgetting SELECT true, now(), pg_current_xact_id()::text::bigint
            WHERE EXISTS (SELECT FROM gone)
            ON CONFLICT (one) DO UPDATE SET last = greatest(forgetting.last + 1, excluded.last)
        )
    SELECT count(*) FROM gone";

impl PeopleStore for PostgresStore {
    fn meet(&self, card: Card, fresh: Person) -> Reading<'_, Option<Person>> {
        Box::pin(async move {
            let Card { identity, name } = &card;
            let (realm, id, person) = (identity.realm(), identity.id(), fresh.to_string());
            // Once more, should somebody have met them at the same time.
            for _ in 0..2 {
                let written = self
                    .reader
                    .rows(MEET, &[&realm, &id, name, &person])
                    .await?;
                if let Some(row) = written.first() {
                    return Ok(row.get::<_, &str>(0).parse().ok());
                }
            }
            Ok(None)
        })
    }

    fn find<'a>(&'a self, identity: &'a Identity) -> Reading<'a, Option<Person>> {
        Box::pin(async move {
            let sql = "SELECT person FROM people WHERE realm = $1 AND id = $2";
            let (realm, id) = (identity.realm(), identity.id());
            let found: Option<String> = self.reader.first(sql, &[&realm, &id]).await?;
            Ok(found.and_then(|person| person.parse().ok()))
        })
    }

    fn cards(&self, people: Vec<Person>) -> Reading<'_, Vec<(Person, Card)>> {
        Box::pin(async move {
            let sql = "SELECT person, realm, id, name FROM people WHERE person = ANY($1)";
            let people: Vec<String> = people.iter().map(Person::to_string).collect();
            let rows = self.reader.rows(sql, &[&people]).await?;
            Ok(rows.iter().filter_map(read_card).collect())
        })
    }

    fn everybody(&self, after: Option<Person>, most: usize) -> Reading<'_, Vec<(Person, Card)>> {
        Box::pin(async move {
            let sql = "
                SELECT person, realm, id, name FROM people WHERE person > $1
                ORDER BY person LIMIT $2";
            let after = after.map_or_else(String::new, |person| person.to_string());
            let most = i64::try_from(most).unwrap_or(i64::MAX);
            let rows = self.reader.rows(sql, &[&after, &most]).await?;
            Ok(rows.iter().filter_map(read_card).collect())
        })
    }

    fn forget(&self, people: Vec<Person>) -> Pending<'_, Result<usize, StoreError>> {
        Box::pin(async move {
            let people: Vec<String> = people.iter().map(Person::to_string).collect();
            let gone: Option<i64> = self.reader.first(FORGET, &[&people]).await?;
            Ok(gone.unwrap_or(0).unsigned_abs() as usize)
        })
    }
}

/// Reads a person with their card.
fn read_card(row: &Row) -> Option<(Person, Card)> {
    let person = row.get::<_, &str>(0).parse().ok()?;
    let (realm, id) = (row.get(1), row.get(2));
    let identity = Identity { realm, id };
    let name = row.get(3);
    Some((person, Card { identity, name }))
}
