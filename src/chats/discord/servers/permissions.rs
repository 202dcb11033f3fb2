//! Rights of a member in a channel, worked out as Discord does.

use serenity::all::{
    GuildId, PermissionOverwrite, PermissionOverwriteType, Permissions, RoleId, UserId,
};

/// The owner of a server and what its roles grant.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ranks {
    /// May do everything.
    pub(crate) owner: UserId,
    /// Permissions that each role grants. The role of everybody has the server's id.
    pub(crate) roles: Box<[(RoleId, Permissions)]>,
}

/// A member and their roles.
pub(crate) struct Holder<'a> {
    pub(crate) user: UserId,
    pub(crate) roles: &'a [RoleId],
}

/// Returns what a member may do in a channel
/// (<https://discord.com/developers/docs/topics/permissions#permission-overwrites>): all that their
/// roles grant, less and then more by what the channel says of everybody, of their roles together,
/// and of themselves. The owner and administrators may do everything.
pub(crate) fn permissions(
    guild: GuildId,
    ranks: &Ranks,
    holder: &Holder<'_>,
    overwrites: &[PermissionOverwrite],
) -> Permissions {
    let everyone = RoleId::new(guild.get());
    let roles = ranks.roles.iter();
    let granted = roles.filter(|(id, _)| *id == everyone || holder.roles.contains(id));
    let mut held = granted.fold(Permissions::empty(), |held, (_, more)| held | *more);
    if ranks.owner == holder.user || held.administrator() {
        return Permissions::all();
    }
    let step = |kind| match kind {
        PermissionOverwriteType::Role(id) if id == everyone => Some(0),
        PermissionOverwriteType::Role(id) if holder.roles.contains(&id) => Some(1),
        PermissionOverwriteType::Member(id) if id == holder.user => Some(2),
        _ => None,
    };
    let none = (Permissions::empty(), Permissions::empty());
    for number in 0..3 {
        let said = overwrites
            .iter()
            .filter(|one| step(one.kind) == Some(number));
        let (less, more) = said.fold(none, |(less, more), one| {
            (less | one.deny, more | one.allow)
        });
        held = (held - less) | more;
    }
    held
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns an overwrite of a channel: `e` of everybody, `r` of a role of theirs, `s` of their
    /// second one, `o` of a role of others, `m` of the member.
    fn overwrite(of: char, deny: Permissions, allow: Permissions) -> PermissionOverwrite {
        let kind = match of {
            'e' => PermissionOverwriteType::Role(RoleId::new(1)),
            'r' => PermissionOverwriteType::Role(RoleId::new(2)),
            's' => PermissionOverwriteType::Role(RoleId::new(3)),
            'o' => PermissionOverwriteType::Role(RoleId::new(4)),
            _ => PermissionOverwriteType::Member(UserId::new(9)),
        };
        PermissionOverwrite { allow, deny, kind }
    }

    #[test]
    fn rights_are_worked_out_as_discord_does() {
        const NONE: Permissions = Permissions::empty();
        const VIEW: Permissions = Permissions::VIEW_CHANNEL;
        const SEND: Permissions = Permissions::SEND_MESSAGES;
        const ALL: Permissions = Permissions::ADMINISTRATOR;
        let both = VIEW | SEND;
        for (everyone, role, overwrites, wanted) in [
            (NONE, NONE, vec![], NONE),
            (VIEW, SEND, vec![], both),
            // Administrators may do it everywhere.
            (NONE, ALL, vec![('m', both, NONE)], Permissions::all()),
            (both, NONE, vec![('e', SEND, NONE)], VIEW),
            (VIEW, NONE, vec![('e', NONE, SEND)], both),
            // A role is stronger than everybody, and what any allows is stronger than what any
            // denies.
            (both, NONE, vec![('e', SEND, NONE), ('r', NONE, SEND)], both),
            (both, NONE, vec![('r', SEND, NONE)], VIEW),
            (both, NONE, vec![('r', SEND, NONE), ('s', NONE, SEND)], both),
            (both, NONE, vec![('s', NONE, SEND), ('r', SEND, NONE)], both),
            // Roles of others say nothing.
            (both, NONE, vec![('o', both, NONE)], both),
            // What is said of the member is stronger than all.
            (both, NONE, vec![('r', NONE, both), ('m', SEND, NONE)], VIEW),
            (NONE, NONE, vec![('e', both, NONE), ('m', NONE, both)], both),
        ] {
            let roles = [
                (RoleId::new(1), everyone),
                (RoleId::new(2), role),
                (RoleId::new(3), NONE),
                (RoleId::new(4), ALL),
            ];
            let guild = GuildId::new(1);
            let ranks = Ranks {
                owner: UserId::new(8),
                roles: roles.into(),
            };
            let member = Holder {
                user: UserId::new(9),
                roles: &[RoleId::new(2), RoleId::new(3)],
            };
            let told: Vec<PermissionOverwrite> = overwrites
                .iter()
                .map(|(of, deny, allow)| overwrite(*of, *deny, *allow))
                .collect();
            let held = permissions(guild, &ranks, &member, &told);
            assert_eq!(held, wanted, "{everyone:?} {role:?} {overwrites:?}");
            let owned = Ranks {
                owner: member.user,
                ..ranks
            };
            let held = permissions(guild, &owned, &member, &told);
            assert_eq!(held, Permissions::all(), "an owner");
        }
    }
}
